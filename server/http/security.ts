import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { createErrorResponse, HttpError } from '../errors/http-error.ts'
import {
  type CorsOptions,
  createCorsHeaders,
  createPreflightHeaders,
  isAllowedOrigin,
  PUBLIC_CORS_HEADERS,
} from './cors.ts'

/** HSTS policy: one year, including subdomains (OWASP ASVS 5.0, 3.4.1). */
const HSTS = 'max-age=31536000; includeSubDomains'

/** Default headers, which forbid framing, MIME sniffing, caching, sending the referrer and loading resources. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

/** Settings that decide whether a request came over HTTPS. */
export interface ProxySettings {
  trustedProxies: number
  publicUrl?: string | undefined
}

export const createSecurityHeaders = (isHttps: boolean): Readonly<Record<string, string>> =>
  isHttps ? { ...SECURITY_HEADERS, 'strict-transport-security': HSTS } : SECURITY_HEADERS

export function withSecurityHeaders(
  response: Response,
  isHttps = false,
  { vary, ...cors }: Readonly<Record<string, string>> = PUBLIC_CORS_HEADERS,
): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(createSecurityHeaders(isHttps)))
    if (!headers.has(name)) headers.set(name, value)
  // Libraries set CORS headers too, but only this module decides which pages may read a response.
  for (const name of ['access-control-allow-origin', 'access-control-expose-headers']) headers.delete(name)
  for (const [name, value] of Object.entries(cors)) headers.set(name, value)
  if (vary && !/\borigin\b/i.test(headers.get('vary') ?? '')) headers.append('vary', vary)
  if (headers.get('content-type')?.startsWith('text/html') && !headers.has('cross-origin-opener-policy'))
    headers.set('cross-origin-opener-policy', 'same-origin')
  return new Response(response.body, { status: response.status, headers })
}

/**
 * Responds to preflights, refuses calls from origins that are not allowed, and adds the default headers to every response. Simple
 * requests (without a preflight) are refused too: the call would take effect although the page cannot read the response.
 */
export const createSecurityMiddleware = (
  options: ProxySettings & CorsOptions,
  onRefused?: (c: Context) => Promise<void>,
): MiddlewareHandler => {
  return async (c, next) => {
    const requestedMethod = c.req.method === 'OPTIONS' ? c.req.header('access-control-request-method') : undefined
    const corsRequest = {
      method: requestedMethod ?? c.req.method,
      path: c.req.path,
      origin: c.req.header('origin'),
      host: c.req.header('host') ?? new URL(c.req.url).host,
    }
    if (!isAllowedOrigin(options, corsRequest)) {
      await onRefused?.(c)
      c.res = createErrorResponse(originNotAllowed(corsRequest.origin!))
    } else if (requestedMethod)
      c.res = new Response(null, { status: 204, headers: createPreflightHeaders(corsRequest) })
    else await next()
    const response = withSecurityHeaders(c.res, isHttps(c, options), createCorsHeaders(options, corsRequest))
    // Otherwise Hono copies the previous response's headers to the new response, including removed headers.
    c.res = undefined
    c.res = response
  }
}

const originNotAllowed = (origin: string) =>
  new HttpError(
    'FORBIDDEN',
    URL.canParse(origin)
      ? `Pages of ${new URL(origin).origin} are not allowed to use this server. Its admin can add that origin to CORS_ORIGINS.`
      : 'Pages without an origin are not allowed to use this server.',
  )

/** Returns whether the caller used HTTPS, according to a trusted proxy, the server's socket, or the public URL. */
const isHttps = (c: Context, proxyTrust: ProxySettings): boolean =>
  c.req.url.startsWith('https:') || isForwardedHttps(c.req.header('x-forwarded-proto') ?? '', proxyTrust)

/** Works as {@link isHttps} for a request before the app receives it. `forwarded` is `X-Forwarded-Proto`. */
export function isForwardedHttps(forwarded: string, { trustedProxies, publicUrl }: ProxySettings): boolean {
  const forwardedProtocol =
    trustedProxies > 0 ? forwarded.split(',').at(-trustedProxies)?.trim().toLowerCase() : undefined
  return forwardedProtocol === 'https' || Boolean(publicUrl?.startsWith('https:'))
}

/** Headers of the client's scripts, which restrict a script that runs as a worker. */
export const SCRIPT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob: data:; base-uri 'none'",
}

/** Hosts that the client's HTML page may connect to, in addition to its own server. */
export interface PageConnectSources {
  /** Base address of the API as configured in the client; empty for the same origin. */
  apiBase: string
  /** Port on the user's own machine for a tool that receives the inspector's data. */
  inspectPort?: number | undefined
}

/**
 * Returns the headers of the client's HTML page. `nonce` permits the UI kit's style elements. `script`, a hash from
 * `computeCspHash`, permits the page's inline script. No other inline code runs.
 */
export function createPageHeaders(
  nonce: string,
  { apiBase, inspectPort }: PageConnectSources,
  script?: string,
): Record<string, string> {
  const api = /^https?:/.test(apiBase) ? ` ${new URL(apiBase).origin}` : ''
  const tool = inspectPort ? ` ws://localhost:${inspectPort} ws://127.0.0.1:${inspectPort}` : ''
  const policy = contentSecurityPolicy(`'self' 'nonce-${nonce}'`, `'self' blob: data:${api}`, "'none'", {
    tool,
    script,
  })
  return { ...policy, 'cross-origin-opener-policy': 'same-origin', ...PERMISSIONS }
}

/** Returns the headers of the embeddable HTML page. Its viewer may load models and images from any host. */
export function createEmbedPageHeaders(): Record<string, string> {
  return { ...contentSecurityPolicy("'self'", '* blob: data:', '*'), ...PERMISSIONS }
}

const PERMISSIONS = { 'permissions-policy': 'camera=(), geolocation=(), microphone=()' }

/** Returns the CSP hash source of an inline script (CSP 3, 2.3.1). */
export const computeCspHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

function contentSecurityPolicy(
  styles: string,
  sources: string,
  ancestors: string,
  { tool = '', script }: { tool?: string; script?: string | undefined } = {},
): Record<string, string> {
  const policy = {
    'default-src': "'none'",
    'script-src': ["'self' 'wasm-unsafe-eval'", ...(script ? [script] : [])].join(' '),
    'style-src': styles,
    'img-src': sources,
    'font-src': "'self'",
    'connect-src': sources + tool,
    'worker-src': "'self' blob:",
    'media-src': "'self' blob:",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': ancestors,
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
  }
}
