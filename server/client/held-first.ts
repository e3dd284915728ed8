import type { IncomingMessage, RequestListener } from 'node:http'
import type { Logger } from 'pino'
import { pathOf } from '../http/admission.ts'
import { requestIdOf, tellRequest } from '../log.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import type { ClientFiles } from './client-files.ts'
import { hasIt } from './held-files.ts'
import { type Arrival, isToldHttps, safeHeaders } from './security.ts'

/** What answering from memory needs. */
interface Needs extends Arrival {
  client?: Pick<ClientFiles, 'held'>
  hosts: AllowedHosts
  log: Logger
}

/**
 * Answers files of the client that are in memory before the app is asked, with the headers that the app gives them and the
 * same line in the log: what the app does for every request costs ten times as much. All else, and each request that is
 * out of the ordinary, is the app's.
 */
export function heldFirst({ client, hosts, log, ...arrival }: Needs, next: RequestListener): RequestListener {
  if (!client) return next
  return (request, response) => {
    const begun = performance.now()
    const path = pathOf(request.url ?? '')
    const { headers } = request
    const file = isPlain(request, hosts) ? client.held(path, headers['accept-encoding'] ?? '') : undefined
    if (!file) return next(request, response)
    const id = requestIdOf(headers['x-request-id'])
    const isHttps = isToldHttps([headers['x-forwarded-proto'] ?? ''].flat().join(','), arrival)
    const isSame = hasIt(file, headers['if-none-match'])
    const status = isSame ? 304 : 200
    response.writeHead(status, {
      ...safeHeaders(isHttps),
      ...file.headers,
      ...(isSame ? {} : { 'content-length': file.bytes.byteLength }),
      'x-request-id': id,
    })
    response.end(isSame || request.method === 'HEAD' ? undefined : file.bytes)
    tellRequest(log, { id, method: request.method!, path, status, begun })
  }
}

/** Whether a request is read without a body, of one host that is ours. */
function isPlain({ method, url = '', headers, headersDistinct }: IncomingMessage, hosts: AllowedHosts): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/')) return false
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  const named = headersDistinct['host'] ?? []
  return named.length === 1 && hosts.allows(named[0]!)
}
