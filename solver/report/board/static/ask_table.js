// A deal under every contract, asked of the service.

import { post } from "./solve.js";

/** @typedef {import("./par.js").Contracts} Contracts */

/**
 * @param {string | undefined} url undefined where there is no service
 * @param {Object<string, any>} position a request
 * @param {string} language
 * @returns {?((signal: AbortSignal) => Promise<Contracts>)}
 */
export function tableFromService(url, position, language) {
  if (!url) return null;
  const { players: _, ...deal } = position;
  return (signal) => post(url, "entries", deal, language, signal);
}
