import type { RequestListener } from 'node:http'
import { addressOfIncoming } from '../client/address.ts'
import { type Arrival, isToldHttps, safe } from '../client/security.ts'
import { errorResponse, Refusal } from '../errors.ts'
import { type Admission, laneOf, pathOf } from './admission.ts'

/**
 * Refuses calls of a lane that is full before the app is asked: an answer made ahead costs a tenth of one that the app makes,
 * and it is while too much comes that many are needed.
 */
export function shedding(
  admission: Admission,
  arrival: Arrival,
  next: RequestListener,
  chance = Math.random,
): RequestListener {
  const made = new Map<boolean, Promise<{ headers: Record<string, string>; body: string }>>()
  const make = async (isHttps: boolean) => {
    const response = safe(
      errorResponse(new Refusal('UNAVAILABLE', 'The server is busy right now. Try again in a moment.')),
      isHttps,
    )
    const body = await response.text()
    return {
      body,
      headers: { ...Object.fromEntries(response.headers), 'content-length': `${Buffer.byteLength(body)}` },
    }
  }
  const answerOf = (isHttps: boolean) => {
    const answer = made.get(isHttps) ?? make(isHttps)
    made.set(isHttps, answer)
    return answer
  }
  return (request, response) => {
    const lane = laneOf(request.method ?? '', pathOf(request.url ?? ''))
    if (!lane || !admission.isFull(lane, addressOfIncoming(request, arrival.trustedProxies)))
      return next(request, response)
    const isHttps = isToldHttps([request.headers['x-forwarded-proto'] ?? ''].flat().join(','), arrival)
    void answerOf(isHttps).then(({ headers, body }) => {
      response.writeHead(503, { ...headers, 'retry-after': `${1 + Math.floor(chance() * 3)}` })
      response.end(request.method === 'HEAD' ? undefined : body)
    })
  }
}
