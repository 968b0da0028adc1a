// Starts Swagger UI on the API document of this host; a file of its own, as the page allows no inline script.
const place = document.getElementById("docs");
SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // the validator would be another host
});
