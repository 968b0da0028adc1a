// A deal under every contract, asked of the service.

import { Refusal } from "./refusal.js";

/** @typedef {import("./par.js").Contracts} Contracts */

/**
 * @param {string | undefined} url undefined where there is no service
 * @param {Object<string, any>} position a request
 * @param {string} language
 * @returns {?((signal: AbortSignal) => Promise<Contracts>)}
 */
export function tableFromService(url, position, language) {
  if (!url) return null;
  return async (signal) => {
    const { players: _, ...deal } = position;
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "Accept-Language": language },
      body: JSON.stringify(deal),
      signal,
    });
    const body = await response.json();
    if (response.ok) return body;
    const faults = (body.errors ?? []).map((/** @type {{detail: string}} */ fault) => fault.detail);
    throw new Refusal([...new Set([body.detail, ...faults])].filter(Boolean).join(" ") || body.title);
  };
}
