/** Addresses that are never a page of the client, whatever a browser asks for. */
export const API_PATHS =
  /^\/(v1|private|files|health|livez|readyz|metrics|docs|dev|openapi\.json|config\.json|\.well-known)(\/|$)/
