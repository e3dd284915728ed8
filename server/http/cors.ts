/** Headers that a page of another origin is allowed to send, and to read. */
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-Range, Last-Event-ID, Range, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset, X-Request-Id'
const EXPOSED_HEADERS =
  'Content-Range, Date, ETag, Location, Retry-After, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset, X-Request-Id'

/**
 * Reads allowed to any page: stored files except sources, the viewer for other sites and its frame, built files of the app, and
 * documents equal for every caller. No call below `/v1` or `/private` is among them. Browsers prefetch a built file without an
 * `Origin`, but request it with one as a module. With `Vary: Origin` they would fetch it twice, and miss it while offline.
 */
const PUBLIC_PATHS =
  /^\/(files\/[^/.]+\.(?!psd$)[^/]+|viewer\/.+|assets\/.+|embed|embed\.html|config\.json|openapi\.json|docs|health|livez|readyz|\.well-known\/[^/]+)$/

/** Origins whose pages may use the API, in addition to pages of the called host. */
export interface CorsOptions {
  /** Public address of the app. */
  publicUrl?: string | undefined
  /** `CORS_ORIGINS`. */
  corsOrigins?: readonly string[] | undefined
}

/** Properties of a request that its permission depends on. For a preflight, `method` is the requested one. */
export interface CorsRequest {
  method: string
  path: string
  origin: string | undefined
  host: string | undefined
}

/** Returns whether the origin of a request may make the call. Programs send no `Origin`. */
export function isAllowedOrigin(cors: CorsOptions, { method, path, origin, host }: CorsRequest): boolean {
  if (origin === undefined || isPublicRead(method, path)) return true
  if (!URL.canParse(origin)) return false
  const { publicUrl, corsOrigins = [] } = cors
  if (publicUrl && new URL(publicUrl).origin === origin) return true
  // Behind a proxy the scheme is unknown. A page on any allowed host of this server belongs to the app.
  return corsOrigins.includes(origin) || isSameHost(origin, host)
}

/** Returns the headers that allow pages of other origins to read the response. */
export function createCorsHeaders(cors: CorsOptions, request: CorsRequest): Readonly<Record<string, string>> {
  if (isPublicRead(request.method, request.path)) return PUBLIC_CORS_HEADERS
  if (request.origin === undefined || !isAllowedOrigin(cors, request)) return { vary: 'Origin' }
  return {
    'access-control-allow-origin': request.origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
    vary: 'Origin',
  }
}

/** Headers of a response that any page may read. */
export const PUBLIC_CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
} as const

/** Returns the headers that permit a preflight. */
export const createPreflightHeaders = ({ method, path }: CorsRequest): Readonly<Record<string, string>> => ({
  'access-control-allow-methods': isPublicRead(method, path)
    ? 'GET, HEAD'
    : 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': ALLOWED_HEADERS,
  'access-control-max-age': '7200',
})

const isPublicRead = (method: string, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') && PUBLIC_PATHS.test(path)

function isSameHost(origin: string, host: string | undefined): boolean {
  if (!host) return false
  const { protocol, host: originHost } = new URL(origin)
  const calledOrigin = `${protocol}//${host}`
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    URL.canParse(calledOrigin) &&
    new URL(calledOrigin).host === originHost
  )
}
