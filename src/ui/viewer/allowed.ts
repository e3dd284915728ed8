import { ViewerError } from './viewer-error.ts'

/** A module that holds nothing: eight bytes. */
const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])

/** Whether this page lets WebAssembly be compiled; its content security policy may not. */
export function allowsWasm(): boolean {
  try {
    return new WebAssembly.Module(EMPTY_MODULE) instanceof WebAssembly.Module
  } catch {
    return false
  }
}

let workers: Promise<boolean> | undefined

/** Whether this page lets workers be started from `blob:` addresses, tried once. */
export function allowsWorkers(): Promise<boolean> {
  workers ??= tryWorker()
  return workers
}

function tryWorker(): Promise<boolean> {
  const address = URL.createObjectURL(new Blob(['postMessage(1)'], { type: 'text/javascript' }))
  return new Promise<boolean>((resolve) => {
    try {
      const worker = new Worker(address)
      const answer = (isAllowed: boolean) => {
        worker.terminate()
        resolve(isAllowed)
      }
      worker.onmessage = () => answer(true)
      worker.onerror = () => answer(false)
    } catch {
      resolve(false)
    }
  }).finally(() => URL.revokeObjectURL(address))
}

/** Rejects with a `ViewerError` (unsupported) where this page forbids what a decoder needs, which would else never answer. */
export async function needAllowed(what: { workers?: boolean; wasm?: boolean }, decoder: string): Promise<void> {
  if (what.wasm && !allowsWasm()) {
    throw new ViewerError('unsupported', `${decoder} needs 'wasm-unsafe-eval' in the page's script-src`)
  }
  if (what.workers && !(await allowsWorkers())) {
    throw new ViewerError('unsupported', `${decoder} needs blob: in the page's worker-src`)
  }
}
