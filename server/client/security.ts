import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'

/** Headers a page of another origin may send us, and read from our answers. */
const SENT =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-Range, Last-Event-ID, Range, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset, X-Request-Id'
const READ =
  'Content-Range, Date, ETag, Location, Retry-After, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset, X-Request-Id'

/** A year, and all hosts below ours (OWASP ASVS 5.0, 3.4.1). */
const HSTS = 'max-age=31536000; includeSubDomains'

/**
 * Headers of every answer that says nothing else. Any origin may call the API, because a call carries its token itself and
 * never a cookie; no page but the framed viewer may be framed, guessed at or told where the reader came from.
 */
const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': READ,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

/** What decides whether an answer travels by https: what proxies in front are trusted with, and where people reach us. */
export interface Arrival {
  trustedProxies: number
  publicUrl?: string | undefined
}

/** What an answer carries that says nothing else of itself. */
export const safeHeaders = (isHttps: boolean): Readonly<Record<string, string>> =>
  isHttps ? { ...SAFE_HEADERS, 'strict-transport-security': HSTS } : SAFE_HEADERS

/** The same answer with what every answer carries. `isHttps`: it travels so, and browsers shall never come otherwise again. */
export function safe(response: Response, isHttps = false): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(safeHeaders(isHttps))) if (!headers.has(name)) headers.set(name, value)
  headers.set('access-control-expose-headers', READ)
  if (headers.get('content-type')?.startsWith('text/html') && !headers.has('cross-origin-opener-policy'))
    headers.set('cross-origin-opener-policy', 'same-origin')
  return new Response(response.body, { status: response.status, headers })
}

/** Answers what a page of another origin asks beforehand, and makes every answer {@link safe}. */
export const secureHeaders = (arrival: Arrival): MiddlewareHandler => {
  return async (c, next) => {
    const isPreflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method')
    if (isPreflight) {
      c.res = new Response(null, {
        status: 204,
        headers: {
          'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
          'access-control-allow-headers': SENT,
          'access-control-max-age': '7200',
        },
      })
    } else await next()
    c.res = safe(c.res, isHttps(c, arrival))
  }
}

/** Whether the caller reached us by https: as a trusted proxy says, by our own socket, or because our address is so. */
const isHttps = (c: Context, arrival: Arrival): boolean =>
  c.req.url.startsWith('https:') || isToldHttps(c.req.header('x-forwarded-proto') ?? '', arrival)

/** The same of a request that no app has seen yet, by its `X-Forwarded-Proto`. */
export function isToldHttps(forwarded: string, { trustedProxies, publicUrl }: Arrival): boolean {
  const seen = trustedProxies > 0 ? forwarded.split(',').at(-trustedProxies)?.trim().toLowerCase() : undefined
  return seen === 'https' || Boolean(publicUrl?.startsWith('https:'))
}

/** Headers of a script of the client: where it is run as a worker, they decide what that worker may do. */
export const scriptHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob: data:; base-uri 'none'",
}

/** What the client's own page may reach beside its own server. */
export interface PageReach {
  /** Base address of the API as the client is told it; empty: the same origin. */
  apiBase: string
  /** A port of the person's own machine, for a tool that the inspector tells. */
  inspectPort?: number | undefined
}

/**
 * Headers of the client's own page. `nonce` lets the kit's few style elements in, and a script in the page is let in by what
 * it hashes to (`hashOf`); nothing else is inline.
 */
export function pageHeaders(
  nonce: string,
  { apiBase, inspectPort }: PageReach,
  script?: string,
): Record<string, string> {
  const api = /^https?:/.test(apiBase) ? ` ${new URL(apiBase).origin}` : ''
  const tool = inspectPort ? ` ws://localhost:${inspectPort} ws://127.0.0.1:${inspectPort}` : ''
  const policy = policyOf(`'self' 'nonce-${nonce}'`, `'self' blob: data:${api}`, "'none'", { tool, script })
  return { ...policy, 'cross-origin-opener-policy': 'same-origin', ...PERMISSIONS }
}

/**
 * Headers of the one page that any page may frame: the viewer alone, which knows no session, stores nothing and has nothing
 * to press that matters. It shows models and pictures of any host.
 */
export function framedHeaders(): Record<string, string> {
  return { ...policyOf("'self'", '* blob: data:', '*'), ...PERMISSIONS }
}

const PERMISSIONS = { 'permissions-policy': 'camera=(), geolocation=(), microphone=()' }

/** What a policy names a script in the page by (CSP 3, 2.3.1). */
export const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

function policyOf(
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
