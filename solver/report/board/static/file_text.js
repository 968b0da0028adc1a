// The text of a file from the reader's disk, as solver/file_text.py reads those of the command line.

/** The encodings of Windows that are known by their byte-order marks. @type {Object<string, string>} */
const WIDE = { "255 254": "utf-16le", "254 255": "utf-16be" };
/** Among so many first characters pictures, archives and UTF-16 without its mark have zeros, and no text. */
const HEAD = 16;
/** The longest file that is read, in bytes: a longer one would hold up the page for seconds. What is too long for it the service says. */
const MOST_BYTES = 2 ** 25;
/** The longest file for a page without a service: as much as a service takes if its operator does not say otherwise. */
export const MOST_ALONE = 2 ** 20;
/** The longest text that is shown where it could be typed: a field with more holds up the page for seconds. */
const MOST_SHOWN = 2 ** 18;
/** Among so many first bytes a charset of one byte a sign is stated, as PBN does. */
const STATED_IN = 1000;
const STATED = /(?:^|[\r\n])%[^\r\n]*charset\s*=\s*"?(iso-?8859-(?:[2-9]|1[03-6])|(?:windows-|cp)125[0-8]|koi8-[ru])\b/i;

/**
 * The text of a file, or the name of the sentence that says why there is none: UTF-16 if its mark says so, UTF-8 or, as older programs write it, the charset that its head states,
 * or Windows-1252.
 * @param {File} file
 * @param {number} [most] its longest, in bytes
 * @returns {Promise<{text?: string, fault?: string}>}
 */
export async function textOfFile(file, most = MOST_BYTES) {
  if (file.size > most) return { fault: "in_too_long" };
  const buffer = await file.arrayBuffer().catch(() => null);
  if (!buffer) return { fault: "in_no_file" };
  const bytes = new Uint8Array(buffer);
  const wide = WIDE[bytes.subarray(0, 2).join(" ")];
  const head = new TextDecoder(wide).decode(bytes.subarray(0, 4 * HEAD)).slice(0, HEAD);
  return head.includes("\0") ? { fault: "in_no_text" } : { text: decode(bytes, wide) };
}

/** Show the text of a file where it could be typed, unless it is too long for that. @param {HTMLTextAreaElement} field @param {string} text */
export function showText(field, text) {
  if (text.length <= MOST_SHOWN) field.value = text;
}

/** @param {Uint8Array} bytes @param {string | undefined} wide */
function decode(bytes, wide) {
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const older = new TextDecoder("windows-1252");
    const stated = STATED.exec(older.decode(bytes.subarray(0, STATED_IN)));
    return (stated ? new TextDecoder(stated[1]) : older).decode(bytes);
  }
}
