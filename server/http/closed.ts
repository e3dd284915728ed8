import { API_PATHS } from '../api-paths.ts'
import { safe } from '../client/security.ts'
import { startingPage } from '../client/starting-page.ts'
import { errorBody, errorResponse, Refusal } from '../errors.ts'

const SENTENCES = { starting: 'The server is starting.', stopping: 'The server is stopping.' } as const

/** Why nothing is served now. */
export type Closed = keyof typeof SENTENCES

/** The answer of a server that starts or stops: it lives, it is not ready, and whoever calls may come back in a second. */
export function answerClosed(why: Closed, request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/livez') return safe(livez())
  const refusal = new Refusal('UNAVAILABLE', SENTENCES[why], undefined, 1)
  const answer = errorResponse(refusal)
  if (pathname === '/readyz')
    return safe(
      new Response(JSON.stringify({ ...errorBody(refusal), checks: { server: 'failing' } }), {
        status: answer.status,
        headers: answer.headers,
      }),
    )
  const isNavigation = request.method === 'GET' && request.headers.get('accept')?.includes('text/html')
  if (why === 'starting' && isNavigation && !API_PATHS.test(pathname))
    return safe(startingPage(request.headers.get('accept-language') ?? ''))
  return safe(answer)
}

/** The process lives; nothing else is asked. */
export const livez = () => Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } })
