import { ViewerError } from '../viewer-error.ts'

/** Smallest valid WebAssembly module: the eight-byte header. */
const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])

/** Returns whether the page's content security policy allows compiling WebAssembly. */
export function isWasmAllowed(): boolean {
  try {
    return new WebAssembly.Module(EMPTY_MODULE) instanceof WebAssembly.Module
  } catch {
    return false
  }
}

let workerSupport: Promise<boolean> | undefined

/** Resolves to whether the page may start workers from `blob:` URLs. Tests this only once. */
export function areBlobWorkersAllowed(): Promise<boolean> {
  workerSupport ??= tryWorker()
  return workerSupport
}

function tryWorker(): Promise<boolean> {
  const address = URL.createObjectURL(new Blob(['postMessage(1)'], { type: 'text/javascript' }))
  return new Promise<boolean>((resolve) => {
    try {
      const worker = new Worker(address)
      const settle = (isAllowed: boolean) => {
        worker.terminate()
        resolve(isAllowed)
      }
      worker.onmessage = () => settle(true)
      worker.onerror = () => settle(false)
    } catch {
      resolve(false)
    }
  }).finally(() => URL.revokeObjectURL(address))
}

/**
 * Rejects with a `ViewerError` (unsupported) if the page's policy forbids what a decoder needs. Without this check, the decoder
 * would wait forever.
 */
export async function requireCspSupport(needs: { workers?: boolean; wasm?: boolean }, decoder: string): Promise<void> {
  if (needs.wasm && !isWasmAllowed()) {
    throw new ViewerError('unsupported', `${decoder} needs 'wasm-unsafe-eval' in the page's script-src`)
  }
  if (needs.workers && !(await areBlobWorkersAllowed())) {
    throw new ViewerError('unsupported', `${decoder} needs blob: in the page's worker-src`)
  }
}
