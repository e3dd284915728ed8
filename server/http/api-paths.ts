/** Paths that never return the client's HTML page. */
export const API_PATHS =
  /^\/(v1|private|files|health|livez|readyz|metrics|docs|dev|openapi\.json|config\.json|\.well-known)(\/|$)/
