/** Paths that never return a page of the client. */
export const API_PATHS =
  /^\/(v1|private|files|health|livez|readyz|metrics|docs|dev|openapi\.json|config\.json|\.well-known)(\/|$)/
