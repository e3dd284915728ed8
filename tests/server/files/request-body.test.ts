import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { createRequestBodyStream } from '../../../server/files/request-body.ts'

const open: { server: Server; near: Socket }[] = []
afterEach(() => {
  for (const { server, near } of open.splice(0)) {
    near.destroy()
    server.closeAllConnections()
    server.close()
  }
})

/**
 * Sends a request that announces `announced` bytes, sends `sent` and then stalls. Returns the server's request and the client's
 * socket.
 */
async function request(announced: number, sent: number): Promise<{ incoming: IncomingMessage; near: Socket }> {
  const server = createServer()
  const incomingRequest = new Promise<IncomingMessage>((resolve) =>
    server.on('request', (incoming) => resolve(incoming)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1')
  near.on('error', () => {})
  open.push({ server, near })
  near.write(`PATCH / HTTP/1.1\r\nhost: a\r\ncontent-length: ${announced}\r\n\r\n`)
  near.write(Buffer.alloc(sent, 7))
  return { incoming: await incomingRequest, near }
}

async function lengthOf(body: ReadableStream<Uint8Array>): Promise<number> {
  let length = 0
  for await (const chunk of body) length += chunk.length
  return length
}

describe('the body of a request', () => {
  test('arrives completely', async () => {
    const { incoming } = await request(300_000, 300_000)
    expect(await lengthOf(createRequestBodyStream(incoming))).toBe(300_000)
  })

  test('ends when its connection breaks, with every byte received before', async () => {
    const { incoming, near } = await request(9_000_000, 400_000)
    const reader = createRequestBodyStream(incoming).getReader()
    let length = (await reader.read()).value?.length ?? 0
    near.end()
    await new Promise((resolve) => incoming.once('close', resolve))
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) length += piece.value.length
    expect(length).toBe(400_000)
  })

  test('is empty if its connection broke before the first read', async () => {
    const { incoming, near } = await request(1000, 0)
    near.destroy()
    await new Promise((resolve) => incoming.once('close', resolve))
    expect(await lengthOf(createRequestBodyStream(incoming))).toBe(0)
  })

  test('attaches no listener while it is not read', async () => {
    const { incoming } = await request(1000, 1000)
    createRequestBodyStream(incoming)
    expect([incoming.listenerCount('data'), incoming.readableFlowing]).toEqual([0, null])
  })

  test('buffers nothing after it was cancelled', async () => {
    const { incoming } = await request(20_000_000, 20_000_000)
    const body = createRequestBodyStream(incoming)
    const reader = body.getReader()
    await reader.read()
    await reader.cancel()
    expect([incoming.listenerCount('data'), incoming.isPaused()]).toEqual([0, false])
  })

  test('pauses the sender while half a megabyte is buffered, until half of that is read', async () => {
    const incoming = new PassThrough()
    const reader = createRequestBodyStream(incoming as unknown as IncomingMessage).getReader()
    const send = () => incoming.emit('data', Buffer.alloc(128 * 1024))
    const first = reader.read()
    await new Promise(setImmediate)
    for (let sent = 0; sent < 4; sent += 1) send()
    expect(incoming.isPaused()).toBe(false)
    send()
    expect(incoming.isPaused()).toBe(true)
    const pauses: boolean[] = []
    for (const read of [first, undefined, undefined]) {
      await (read ?? reader.read())
      pauses.push(incoming.isPaused())
    }
    expect(pauses).toEqual([true, true, false])
  })

  test.each(['end', 'aborted', 'error', 'close'])('ends on the event "%s" of the request', async (event) => {
    const incoming = new PassThrough()
    const reader = createRequestBodyStream(incoming as unknown as IncomingMessage).getReader()
    const read = reader.read()
    await new Promise(setImmediate)
    incoming.emit(event)
    expect(await read).toEqual({ done: true, value: undefined })
  })
})
