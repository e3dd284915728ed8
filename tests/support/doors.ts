import { connect, type Socket } from 'node:net'
import { type Listening, type ListenLimits, listen } from '../../server/listen.ts'

/** A thousandth of the product's times for a body, or less; a machine that is busy may take long to read a head. */
export const SMALL: Partial<ListenLimits> = { pace: { spanMs: 300, leastBytes: 100 }, headersMs: 60_000, checkMs: 20 }

const open: Listening[] = []
const sockets: Socket[] = []

/** Ends what a test opened. */
export async function closeDoors(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(open.splice(0).map((it) => it.stop()))
}

/** A server behind these limits, which stands open until the test is over. */
export async function door(limits: Partial<ListenLimits> = SMALL): Promise<Listening> {
  const listening = await listen(0, '127.0.0.1', limits)
  open.push(listening)
  return listening
}

/** A connection of our own with what came back on it; `from` is the address it comes from. */
export function dial({ url }: Listening, first = '', from = '127.0.0.1') {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  socket.on('error', () => {})
  let said = ''
  socket.on('data', (bytes) => {
    said += bytes
  })
  if (first) socket.write(first)
  const began = performance.now()
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - began)))
  const drip = (bytes: string, everyMs: number) => {
    const timer = setInterval(() => socket.write(bytes), everyMs)
    socket.once('close', () => clearInterval(timer))
  }
  return { socket, closed, drip, said: () => said }
}

/** The head of a request with a body. */
export const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: house.example\r\nContent-Length: ${length}\r\n\r\n`

/** Reads every request to its end, then answers how many bytes it had. */
export function counting(listening: Listening) {
  listening.serve((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => response.end(String(bytes)))
  })
}
