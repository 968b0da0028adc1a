// The text of a file from the reader's disk.

/** The text of a file: UTF-8 or, as older programs write it, Windows-1252. @param {File} file @returns {Promise<string>} */
export async function textOfFile(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
