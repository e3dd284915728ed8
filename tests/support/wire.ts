import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What befalls one connection. Left out, it does not. */
export interface WireFault {
  /** Ends after so many bytes from the client. */
  cutAfter?: number
  /** Ends after so many bytes of the answers. */
  answerCutAfter?: number
  /** Ends with a reset, so that what the other side has not read yet is lost too. */
  isReset?: boolean
  /** Milliseconds each piece is held back. */
  delayMs?: number
}

/** A wire between client and server that can be cut. */
export interface Wire {
  readonly port: number
  /** Bytes that came from clients. */
  passed: number
  /** How many connections ended by a fault. */
  cuts: number
  /** Asked for each new connection. */
  fault: () => WireFault
  /** Once so many bytes passed, the next answer is dropped with its connection. */
  swallowAnswerAfter: number
  close: () => Promise<void>
}

/** Opens a wire to the port of a server, which may change, as when that is started again. */
export async function openWire(target: () => number): Promise<Wire> {
  const sockets = new Set<Socket>()
  const listening = createServer({ allowHalfOpen: false }, (near) => carry(near))
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const wire: Wire = {
    port: (listening.address() as AddressInfo).port,
    passed: 0,
    cuts: 0,
    fault: () => ({}),
    swallowAnswerAfter: Number.POSITIVE_INFINITY,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => listening.close(() => resolve()))
    },
  }

  function carry(near: Socket) {
    const far = connect(target(), '127.0.0.1')
    const { cutAfter = Number.POSITIVE_INFINITY, answerCutAfter, isReset = false, delayMs = 0 } = wire.fault()
    const answersEnd = answerCutAfter ?? Number.POSITIVE_INFINITY
    let [sent, answered, isCut] = [0, 0, false]
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => near.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
      })
    }
    near.on('close', () => far.end())
    const cut = () => {
      if (isCut) return
      isCut = true
      wire.cuts += 1
      if (isReset) {
        near.resetAndDestroy()
        far.resetAndDestroy()
      } else near.destroy()
    }
    const held = (work: () => void) => (delayMs > 0 ? setTimeout(work, delayMs) : work())
    near.on('data', (bytes) => {
      sent += bytes.length
      wire.passed += bytes.length
      held(() => {
        if (!far.destroyed) far.write(bytes)
        if (sent >= cutAfter) cut()
      })
    })
    far.on('data', (bytes) => {
      answered += bytes.length
      if (wire.passed >= wire.swallowAnswerAfter) {
        wire.swallowAnswerAfter = Number.POSITIVE_INFINITY
        return cut()
      }
      held(() => {
        if (answered < answersEnd) return near.write(bytes)
        near.write(bytes.subarray(0, Math.max(0, bytes.length - (answered - answersEnd))), cut)
      })
    })
  }
  return wire
}
