import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { createErrorResponse, HttpError } from '../errors/http-error.ts'
import { withSecurityHeaders } from './security.ts'

const TOO_SLOW_MESSAGE = 'The request was sent too slowly. Try again.'

/** Writes a response to a connection whose request is incomplete or unreadable, and closes the connection. */
export async function writeRawResponse(socket: Duplex, response: Response): Promise<void> {
  const body = await response.text()
  if (!socket.writable) return void socket.destroy()
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const { status } = response
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}date: ${new Date().toUTCString()}\r\n`
  // Destroyed as soon as the response is written, because a slow sender may read slowly too.
  socket.end(`${head}connection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () =>
    socket.destroy(),
  )
}

export const createTooSlowResponse = () =>
  withSecurityHeaders(createErrorResponse(new HttpError('REQUEST_TIMEOUT', TOO_SLOW_MESSAGE)))

export const createExpectationFailedResponse = () =>
  withSecurityHeaders(
    createErrorResponse(new HttpError('INVALID_INPUT', 'The expectation of this request cannot be met.'), 417),
  )

/** Response to input that Node's HTTP parser cannot read. */
export function createBadRequestResponse(error: NodeJS.ErrnoException): Response {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return createTooSlowResponse()
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return withSecurityHeaders(
      createErrorResponse(new HttpError('INVALID_INPUT', 'The headers of the request are too long.'), 431),
    )
  return withSecurityHeaders(createErrorResponse(new HttpError('INVALID_INPUT', 'This is not a valid HTTP request.')))
}
