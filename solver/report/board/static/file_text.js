// The text of a file from the reader's disk, as solver/file_text.py reads those of the command line.

/** The encodings of Windows that are known by their byte-order marks. @type {Object<string, string>} */
const WIDE = { "255 254": "utf-16le", "254 255": "utf-16be" };
/** Among so many first characters pictures, archives and UTF-16 without its mark have zeros, and no text. */
const HEAD = 16;
/** The longest file that is read, in bytes; more is no deal, and no match. */
const MAX_BYTES = 2_000_000;
/** Among so many first bytes a charset of one byte a sign is stated, as PBN does. */
const STATED_IN = 1000;
const STATED = /(?:^|[\r\n])%[^\r\n]*charset\s*=\s*"?(iso-?8859-(?:[2-9]|1[03-6])|(?:windows-|cp)125[0-8]|koi8-[ru])\b/i;

/**
 * The text of a file, or the name of the sentence that says why there is none: UTF-16 if its mark says so, UTF-8 or, as older programs write it, the charset that its head states,
 * or Windows-1252.
 * @param {File} file
 * @returns {Promise<{text?: string, fault?: string}>}
 */
export async function textOfFile(file) {
  if (file.size > MAX_BYTES) return { fault: "in_too_long" };
  const buffer = await file.arrayBuffer().catch(() => null);
  if (!buffer) return { fault: "in_no_file" };
  const bytes = new Uint8Array(buffer);
  const text = decode(bytes, WIDE[bytes.subarray(0, 2).join(" ")]);
  return text.slice(0, HEAD).includes("\0") ? { fault: "in_no_text" } : { text };
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
