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

// Swagger UI has colours for the dark, under a class of the page; which it is follows the reader's system.
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
