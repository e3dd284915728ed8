import { createServer } from 'node:net'

/** Port range, below the ephemeral ports (from 32,768 on). No outgoing connection takes a port between the check and its use. */
const [FIRST, LAST] = [10_000, 32_767]

const usedPorts = new Set<number>()

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Returns a free port of this machine. Each call returns a different port. */
export const findFreePort = (): Promise<number> => findFreePorts(1)

/** Returns the first of four consecutive free ports. */
export const findFourFreePorts = (): Promise<number> => findFreePorts(4)

/** Chooses ports at random, because other processes search for ports at the same time. */
async function findFreePorts(count: number): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST - count))
    const ports = Array.from({ length: count }, (_, more) => first + more)
    if (ports.some((port) => usedPorts.has(port)) || !(await Promise.all(ports.map(isFree))).every(Boolean)) continue
    for (const port of ports) usedPorts.add(port)
    return first
  }
}
