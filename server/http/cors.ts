/** Headers that a page of another origin is allowed to send (first list) and to read (second list). */
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-Range, Last-Event-ID, Range, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset, X-Request-Id'
const EXPOSED_HEADERS =
  'Content-Range, Date, ETag, Location, Retry-After, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset, X-Request-Id'

/**
 * Paths that any page may read: stored files except sources, the viewer for other sites and its frame, built files of the app,
 * and documents that are equal for every caller. No call below `/v1` or `/private` is among them. Browsers prefetch a built file
 * without an `Origin` header, but request a module with this header. With `Vary: Origin`, browsers would fetch the file twice,
 * and would not find the cached file while offline.
 */
const PUBLIC_PATHS =
  /^\/(files\/[^/.]+\.(?!psd$)[^/]+|viewer\/.+|assets\/.+|embed|embed\.html|config\.json|openapi\.json|docs|health|livez|readyz|\.well-known\/[^/]+)$/

/** Origins whose pages may use the API. */
export interface CorsOptions {
  publicUrl?: string | undefined
  corsOrigins?: readonly string[] | undefined
}

/** For a preflight, `method` is the requested method. */
export interface CorsRequest {
  method: string
  path: string
  origin: string | undefined
  host: string | undefined
}

/** Returns whether the origin of a request may make the call. Clients other than browsers send no `Origin`, and are allowed. */
export function isAllowedOrigin(cors: CorsOptions, { method, path, origin, host }: CorsRequest): boolean {
  if (origin === undefined || isPublicRead(method, path)) return true
  if (!URL.canParse(origin)) return false
  const { publicUrl, corsOrigins = [] } = cors
  if (publicUrl && new URL(publicUrl).origin === origin) return true
  // Only the host is compared, because the scheme is unknown behind a proxy. A page on an allowed host belongs to the app.
  return corsOrigins.includes(origin) || isSameHost(origin, host)
}

export function createCorsHeaders(cors: CorsOptions, request: CorsRequest): Readonly<Record<string, string>> {
  if (isPublicRead(request.method, request.path)) return PUBLIC_CORS_HEADERS
  if (request.origin === undefined || !isAllowedOrigin(cors, request)) return { vary: 'Origin' }
  return {
    'access-control-allow-origin': request.origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
    vary: 'Origin',
  }
}

export const PUBLIC_CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
} as const

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
