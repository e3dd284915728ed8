import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { safe } from '../client/security.ts'
import { errorResponse, Refusal } from '../errors.ts'

const TOO_SLOW = 'The request came too slowly. Try again.'

/** Answers on a connection whose request is not a whole one, in the form of the contract, and ends it. */
export async function answerRaw(socket: Duplex, response: Response): Promise<void> {
  const body = await response.text()
  if (!socket.writable) return void socket.destroy()
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const { status } = response
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}date: ${new Date().toUTCString()}\r\n`
  // Destroyed once it is written: whoever is slow to send is slow to read, too.
  socket.end(`${head}connection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () =>
    socket.destroy(),
  )
}

/** The answer to a request that came too slowly. */
export const tooSlow = () => safe(errorResponse(new Refusal('REQUEST_TIMEOUT', TOO_SLOW)))

/** The answer to a request that expects (`Expect`) what we do not do. */
export const unfulfilled = () =>
  safe(errorResponse(new Refusal('INVALID_INPUT', 'What this request expects cannot be done.'), 417))

/** The answer to what Node's parser of HTTP made nothing of. */
export function unreadable(fault: NodeJS.ErrnoException): Response {
  if (fault.code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow()
  if (fault.code === 'HPE_HEADER_OVERFLOW')
    return safe(errorResponse(new Refusal('INVALID_INPUT', 'The headers of the request are too long.'), 431))
  return safe(errorResponse(new Refusal('INVALID_INPUT', 'This is not a valid HTTP request.')))
}
