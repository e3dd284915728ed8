import { type AddressInfo, connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { listen } from '../../server/listen.ts'
import { StartFault } from '../../server/start-fault.ts'

test('a connection on which nothing moves is cut, also in the middle of a body', async () => {
  const listening = await listen(0, '127.0.0.1', 200)
  listening.serve((request) => request.resume())
  const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('POST / HTTP/1.1\r\nHost: house.example\r\nContent-Length: 10\r\n\r\n{')
  await new Promise((resolve) => socket.once('close', resolve))
  expect(socket.destroyed).toBe(true)
  await listening.stop()
})

describe('where nothing is said of where to listen', () => {
  /** Whether something listens at an address. */
  const isThere = (port: number, host: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, host)
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('close', () => socket.destroy())
      socket.once('connect', () => socket.destroy())
    })
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const hasSix = addresses.some(({ address }) => address === '::1')
  const outside = addresses.filter(({ internal, address }) => !internal && !address.startsWith('fe80'))

  test.each([undefined, 'localhost'])(
    'it is the loopback address, of both kinds, and no other (HOST: %s)',
    async (host) => {
      const listening = await listen(0, host)
      const port = Number(new URL(listening.url).port)
      expect(listening.url).toBe(`http://localhost:${port}`)
      expect([await isThere(port, '127.0.0.1'), await isThere(port, '::1')]).toEqual([true, hasSix])
      for (const { address } of outside) expect([address, await isThere(port, address)]).toEqual([address, false])
      await listening.stop()
      expect([await isThere(port, '127.0.0.1'), await isThere(port, '::1')]).toEqual([false, false])
    },
  )

  test.skipIf(!hasSix)('calls of either kind are served, upgraded and ended alike', async () => {
    const listening = await listen(0, undefined)
    listening.serve((request, response) => void response.end(request.url === '/wait' ? undefined : 'here'))
    listening.server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
    const port = Number(new URL(listening.url).port)
    for (const host of ['127.0.0.1', '[::1]', 'localhost'])
      expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here')
    for (const host of ['127.0.0.1', '::1']) {
      const socket = connect(port, host)
      let told = ''
      socket.on('data', (bytes) => (told += bytes))
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
      await new Promise((resolve) => socket.once('close', resolve))
      expect(told).toMatch(/^HTTP\/1\.1 101/)
    }
    const idle = connect(port, '::1')
    await new Promise((resolve) => idle.once('connect', resolve))
    const gone = new Promise((resolve) => idle.once('close', resolve))
    idle.resume()
    // Asked once more on the same connection, so that the server has seen it before it stops.
    idle.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await new Promise((resolve) => idle.once('data', resolve))
    await listening.stop()
    await gone
  })

  test.skipIf(!hasSix)('a port that another has at either address is taken', async () => {
    for (const host of ['127.0.0.1', '::1']) {
      const other = createServer()
      await new Promise<void>((resolve) => other.listen(0, host, resolve))
      const { port } = other.address() as AddressInfo
      await expect(listen(port, undefined)).rejects.toThrow(
        new StartFault(`Port ${port} is in use already; choose another with PORT.`),
      )
      expect(await isThere(port, host === '::1' ? '127.0.0.1' : '::1')).toBe(false)
      await new Promise((resolve) => other.close(resolve))
    }
  })
})

test('all addresses are a choice', async () => {
  for (const host of ['0.0.0.0', '::']) {
    const listening = await listen(0, host)
    expect(listening.url).toBe(`http://localhost:${(listening.server.address() as AddressInfo).port}`)
    expect((listening.server.address() as AddressInfo).address).toBe(host)
    await listening.stop()
  }
})
