import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '../../server/listen.ts'

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
