import type { RequestListener } from 'node:http'
import { createErrorResponse, HttpError } from '../errors/http-error.ts'
import { type Admission, findQueueName, stripQuery } from './admission.ts'
import { getIncomingClientAddress } from './client-address.ts'
import { type CorsOptions, createCorsHeaders } from './cors.ts'
import { isForwardedHttps, type ProxySettings, withSecurityHeaders } from './security.ts'

/** Refuses calls of a full queue before the app receives them. A refusal by the app would cost ten times as much. */
export function shedLoad(
  admission: Admission,
  options: ProxySettings & CorsOptions,
  next: RequestListener,
  random = Math.random,
): RequestListener {
  const responses = new Map<boolean, Promise<{ headers: Record<string, string>; body: string }>>()
  const make = async (isHttps: boolean) => {
    const response = withSecurityHeaders(
      createErrorResponse(new HttpError('UNAVAILABLE', 'The server is busy right now. Try again in a moment.')),
      isHttps,
      {},
    )
    const body = await response.text()
    return {
      body,
      headers: { ...Object.fromEntries(response.headers), 'content-length': `${Buffer.byteLength(body)}` },
    }
  }
  const responseFor = (isHttps: boolean) => {
    const response = responses.get(isHttps) ?? make(isHttps)
    responses.set(isHttps, response)
    return response
  }
  return (request, response) => {
    const [method, path] = [request.method ?? '', stripQuery(request.url ?? '')]
    const queueName = findQueueName(method, path)
    if (!queueName || !admission.isFull(queueName, getIncomingClientAddress(request, options.trustedProxies)))
      return next(request, response)
    const isHttps = isForwardedHttps([request.headers['x-forwarded-proto'] ?? ''].flat().join(','), options)
    const { origin, host } = request.headers
    void responseFor(isHttps).then(({ headers, body }) => {
      const cors = createCorsHeaders(options, { method, path, origin, host })
      response.writeHead(503, { ...headers, ...cors, 'retry-after': `${1 + Math.floor(random() * 3)}` })
      response.end(body)
    })
  }
}
