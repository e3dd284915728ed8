import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isPrivateLiteral, lookupPublic, NotPublic } from './public-address.ts'

/** An answer has to come within so many milliseconds, its beginning with it. */
const ANSWER_MS = 10_000

/** So much of an answer is kept for whoever looks for a fault, in bytes. */
const KEPT_BYTES = 1024

/** The answer of another server: its status and how it begins. */
export interface Answer {
  status: number
  answer: string
}

/** Where posts may go: with `isPrivate` to this machine and its network too, also without TLS. */
export interface Reach {
  isPrivate: boolean
}

/**
 * Posts a text to another server and follows no redirect. Rejects with a sentence where there is no answer in time, and where
 * the address is not one it may go to.
 */
export function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  { isPrivate }: Reach,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const isSecure = url.startsWith('https:')
    if (!isPrivate && !isSecure) return reject(new Error('Events are sent by https alone.'))
    if (!isPrivate && isPrivateLiteral(url)) return reject(new NotPublic(new URL(url).hostname))
    const signal = AbortSignal.timeout(ANSWER_MS)
    const sent = (isSecure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // Kept connections would outlive what their name meant when they were opened.
      agent: false,
      signal,
      ...(isPrivate ? {} : { lookup: lookupPublic }),
    })
    sent.on('error', (fault) =>
      reject(signal.aborted ? new Error(`There was no answer in ${ANSWER_MS / 1000} s.`) : fault),
    )
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      const end = () => {
        response.destroy()
        const text = Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8')
        resolve({ status: response.statusCode ?? 0, answer: text.replaceAll('\0', '') })
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes >= KEPT_BYTES) end()
      })
      response.on('end', end)
      // The status has come; what it says besides is not worth another try.
      response.on('error', end)
    })
    sent.end(body)
  })
}
