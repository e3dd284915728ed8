/**
 * Measures the longest CPU time for which a server blocks its event loop. `event-loop-server.ts` loads this module with
 * `--import`. Between the messages "open" and "close", the module measures each pass of the event loop. The response to "close"
 * is the longest pass. CPU time does not depend on other load of the machine.
 */
import { existsSync, openSync, readSync } from 'node:fs'

if (process.send && process.argv[1]?.endsWith('server/cli/main.ts')) measure()

function measure() {
  const cpuMs = createCpuClock()
  let [isOpen, longestMs, last] = [false, 0, 0]
  const pass = () => {
    const currentMs = cpuMs()
    longestMs = Math.max(longestMs, currentMs - last)
    last = currentMs
    // A pending immediate prevents the loop from waiting for events, so that every pass is measured.
    if (isOpen) setImmediate(pass)
  }
  process.on('message', (message) => {
    if (message === 'open') {
      ;[isOpen, longestMs, last] = [true, 0, cpuMs()]
      setImmediate(pass)
      process.send('open')
    } else {
      isOpen = false
      // The message may arrive in the pass that did the work, before the next immediate runs.
      process.send({ blockedMs: Math.max(longestMs, cpuMs() - last) })
    }
  })
  process.channel.unref()
}

/** Returns a clock of the main thread's CPU time in milliseconds, or of the process's CPU time without thread times. */
function createCpuClock() {
  const path = `/proc/self/task/${process.pid}/schedstat`
  if (!existsSync(path)) {
    const usage = () => (process.threadCpuUsage ?? process.cpuUsage).call(process)
    return () => (usage().user + usage().system) / 1000
  }
  const file = openSync(path)
  const bytes = Buffer.alloc(128)
  return () => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, 128, 0)).split(' ', 1)[0]) / 1e6
}
