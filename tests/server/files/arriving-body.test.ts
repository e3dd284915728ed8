import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { bodyOf } from '../../../server/files/arriving-body.ts'

const open: { server: Server; near: Socket }[] = []
afterEach(() => {
  for (const { server, near } of open.splice(0)) {
    near.destroy()
    server.closeAllConnections()
    server.close()
  }
})

/** A request that announces `announced` bytes, sends `sent` and then waits; how the server sees it, and the client's end. */
async function request(announced: number, sent: number): Promise<{ incoming: IncomingMessage; near: Socket }> {
  const server = createServer()
  const seen = new Promise<IncomingMessage>((resolve) => server.on('request', (incoming) => resolve(incoming)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1')
  near.on('error', () => {})
  open.push({ server, near })
  near.write(`PATCH / HTTP/1.1\r\nhost: a\r\ncontent-length: ${announced}\r\n\r\n`)
  near.write(Buffer.alloc(sent, 7))
  return { incoming: await seen, near }
}

async function lengthOf(body: ReadableStream<Uint8Array>): Promise<number> {
  let length = 0
  for await (const chunk of body) length += chunk.length
  return length
}

describe('the body of a request', () => {
  test('arrives whole', async () => {
    const { incoming } = await request(300_000, 300_000)
    expect(await lengthOf(bodyOf(incoming))).toBe(300_000)
  })

  test('ends where its connection breaks, with every byte that came before', async () => {
    const { incoming, near } = await request(9_000_000, 400_000)
    const reader = bodyOf(incoming).getReader()
    let length = (await reader.read()).value?.length ?? 0
    near.end()
    await new Promise((resolve) => incoming.once('close', resolve))
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) length += piece.value.length
    expect(length).toBe(400_000)
  })

  test('that broke before it was read is empty, not a failure', async () => {
    const { incoming, near } = await request(1000, 0)
    near.destroy()
    await new Promise((resolve) => incoming.once('close', resolve))
    expect(await lengthOf(bodyOf(incoming))).toBe(0)
  })

  test('that nobody reads is left alone', async () => {
    const { incoming } = await request(1000, 1000)
    bodyOf(incoming)
    expect([incoming.listenerCount('data'), incoming.readableFlowing]).toEqual([0, null])
  })

  test('that is not wanted any more takes no room', async () => {
    const { incoming } = await request(20_000_000, 20_000_000)
    const body = bodyOf(incoming)
    const reader = body.getReader()
    await reader.read()
    await reader.cancel()
    expect([incoming.listenerCount('data'), incoming.isPaused()]).toEqual([0, false])
  })
})
