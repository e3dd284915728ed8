import { createServer } from 'node:net'

/** Systems give outgoing connections ports from 32,768 on: none of ours is taken by one between the look and the use. */
const [FIRST, LAST] = [10_000, 32_767]

const given = new Set<number>()

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A port of this machine that nobody listens on, another each time. */
export const freePort = (): Promise<number> => firstOf(1)

/** The first of four free ports in a row. */
export const fourFreePorts = (): Promise<number> => firstOf(4)

/** By chance: other processes look at the same time. */
async function firstOf(count: number): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST - count))
    const ports = Array.from({ length: count }, (_, more) => first + more)
    if (ports.some((port) => given.has(port)) || !(await Promise.all(ports.map(isFree))).every(Boolean)) continue
    for (const port of ports) given.add(port)
    return first
  }
}
