import { createRoot, type ReconcilerRoot } from '@react-three/fiber'
import { getConsoleFunction, setConsoleFunction } from 'three'

/** Warning that three.js logs whenever React Three Fiber (9.8) creates a root with its deprecated clock. */
const CLOCK_WARNING = /^THREE\.Clock: .*deprecated/

/** Creates a root that renders to `canvas`. Suppresses {@link CLOCK_WARNING}, which users of the viewer cannot act on. */
export function createFiberRoot(canvas: HTMLCanvasElement): ReconcilerRoot<HTMLCanvasElement> {
  const previousLogger = getConsoleFunction()
  setConsoleFunction((type, message, ...params) => {
    if (CLOCK_WARNING.test(message)) return
    if (previousLogger) previousLogger(type, message, ...params)
    else console[type](message, ...params)
  })
  try {
    return createRoot(canvas)
  } finally {
    // Restored immediately, so that all other messages of three.js reach the page's console.
    setConsoleFunction(previousLogger)
  }
}
