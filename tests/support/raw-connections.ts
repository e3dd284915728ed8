import { connect, type Socket } from 'node:net'
import { type HttpListener, type ListenLimits, listen } from '../../server/http/listen.ts'

/** Limits for request bodies far below the defaults. The header timeout is long, because a busy machine may read headers late. */
export const SHORT_LIMITS: Partial<ListenLimits> = {
  receiveRate: { spanMs: 300, minBytes: 100 },
  headersMs: 60_000,
  checkMs: 20,
}

const openListeners: HttpListener[] = []
const openSockets: Socket[] = []

/** Closes the servers and sockets that a test opened. */
export async function closeTestListeners(): Promise<void> {
  for (const socket of openSockets.splice(0)) socket.destroy()
  await Promise.all(openListeners.splice(0).map((listener) => listener.stop()))
}

/** Starts a server with these limits. {@link closeTestListeners} stops the server after the test. */
export async function openTestListener(limits: Partial<ListenLimits> = SHORT_LIMITS): Promise<HttpListener> {
  const listening = await listen(0, '127.0.0.1', limits)
  openListeners.push(listening)
  return listening
}

/** Opens a raw TCP connection from the local address `from`. `receivedText` returns the text received so far. */
export function openRawConnection({ url }: HttpListener, first = '', from = '127.0.0.1') {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from })
  openSockets.push(socket)
  socket.on('error', () => {})
  let responseText = ''
  socket.on('data', (bytes) => {
    responseText += bytes
  })
  if (first) socket.write(first)
  const startTime = performance.now()
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - startTime)))
  const sendRepeatedly = (bytes: string, everyMs: number) => {
    const timer = setInterval(() => socket.write(bytes), everyMs)
    socket.once('close', () => clearInterval(timer))
  }
  return { socket, closed, sendRepeatedly, receivedText: () => responseText }
}

export const formatPostHead = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: house.example\r\nContent-Length: ${length}\r\n\r\n`

/** Reads every request body and responds with its length in bytes. */
export function respondWithByteCount(listening: HttpListener) {
  listening.serve((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => response.end(String(bytes)))
  })
}
