import { createErrorBody, createErrorResponse, HttpError } from '../errors/http-error.ts'
import { API_PATHS } from './api-paths.ts'
import { withSecurityHeaders } from './security.ts'
import { createStartingPageResponse } from './starting-page.ts'

const NOT_READY_MESSAGES = {
  starting: 'The server is starting.',
  draining: 'The server is draining: it serves requests for a little longer, then stops.',
  stopping: 'The server is stopping.',
} as const

export type NotReadyReason = keyof typeof NOT_READY_MESSAGES

/** Returns the response of a starting or stopping server: alive, but not ready. */
export function createNotReadyResponse(reason: NotReadyReason, request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/livez') return withSecurityHeaders(createLivezResponse())
  const error = new HttpError('UNAVAILABLE', NOT_READY_MESSAGES[reason], undefined, 1)
  const response = createErrorResponse(error)
  if (pathname === '/readyz')
    return withSecurityHeaders(
      new Response(JSON.stringify({ ...createErrorBody(error), checks: { server: 'failing' } }), {
        status: response.status,
        headers: response.headers,
      }),
    )
  const isNavigation = request.method === 'GET' && request.headers.get('accept')?.includes('text/html')
  if (reason === 'starting' && isNavigation && !API_PATHS.test(pathname))
    return withSecurityHeaders(createStartingPageResponse(request.headers.get('accept-language') ?? ''))
  return withSecurityHeaders(response)
}

export const createLivezResponse = () => Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } })
