// A position and the line that is looked at, carried in the address behind the #, where no server reads them.

/**
 * @param {any} data
 * @returns {string}
 */
export function pack(data) {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The inverse of `pack`; null for a text that it did not make.
 * @param {string} text
 * @returns {any}
 */
export function unpack(text) {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))));
  } catch {
    return null;
  }
}
