import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { hasPrivateIpHost, lookupPublic, NonPublicAddressError } from './public-address.ts'

/** Timeout until the beginning of the response body is received, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000

const STORED_RESPONSE_BYTES = 1024

export interface WebhookResponse {
  status: number
  answer: string
}

/** Allowed destinations. With `isPrivate`, this machine, its network and plain HTTP are allowed too. */
export interface WebhookDestinations {
  isPrivate: boolean
}

/**
 * Posts a text to another server without following redirects. Rejects with a readable message, for example if the response times
 * out or the destination is not allowed.
 */
export function postWebhook(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  { isPrivate }: WebhookDestinations,
): Promise<WebhookResponse> {
  return new Promise((resolve, reject) => {
    const isSecure = url.startsWith('https:')
    if (!isPrivate && !isSecure) return reject(new Error('Webhook URLs must use HTTPS.'))
    if (!isPrivate && hasPrivateIpHost(url)) return reject(new NonPublicAddressError(new URL(url).hostname))
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
    const timeoutError = () => new Error(`There was no response within ${RESPONSE_TIMEOUT_MS / 1000} s.`)
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // A reused connection would stay on its IP address after the name resolves to another address.
      agent: false,
      signal,
      ...(isPrivate ? {} : { lookup: lookupPublic }),
    })
    request.on('error', (error) => reject(signal.aborted ? timeoutError() : error))
    // If the server switches protocols (101) or closes the connection, Node may emit neither `response` nor `error`.
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('The server switched to another protocol.'))
    })
    request.on('close', () => reject(new Error('The connection was closed without a response.')))
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      const end = () => {
        response.destroy()
        const text = Buffer.concat(chunks).subarray(0, STORED_RESPONSE_BYTES).toString('utf8')
        resolve({ status: response.statusCode ?? 0, answer: text.replaceAll('\0', '') })
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes >= STORED_RESPONSE_BYTES) end()
      })
      response.on('end', end)
      // The status is known, so an incomplete body does not justify another attempt.
      response.on('error', end)
    })
    request.end(body)
  })
}
