import { beforeEach, describe, expect, test, vi } from 'vitest'

/** Loads a fresh module, because the module caches its result. */
const loadModule = async () => {
  vi.resetModules()
  return import('../../../../src/ui/viewer/load/csp-support.ts')
}

const startedWorkers: { address: string; isTerminated: boolean; onmessage?: () => void; onerror?: () => void }[] = []

function stubWorkers(outcome: 'answer' | 'fail' | 'throw') {
  vi.stubGlobal(
    'Worker',
    class {
      isTerminated = false
      onmessage?: () => void
      onerror?: () => void
      constructor(readonly address: string) {
        if (outcome === 'throw') throw new DOMException('no', 'SecurityError')
        startedWorkers.push(this)
        queueMicrotask(() => (outcome === 'answer' ? this.onmessage?.() : this.onerror?.()))
      }
      terminate() {
        this.isTerminated = true
      }
    },
  )
}

const forbidWasm = () =>
  vi.stubGlobal('WebAssembly', {
    Module: class {
      constructor() {
        throw new Error('unsafe-eval')
      }
    },
  })

beforeEach(() => startedWorkers.splice(0))

describe('a page', () => {
  test.each([
    ['answer', true],
    ['fail', false],
    ['throw', false],
  ] as const)(
    'whose workers %s is probed only once, and the probe worker and its URL are released',
    async (outcome, isAllowed) => {
      stubWorkers(outcome)
      const revokeUrl = vi.spyOn(URL, 'revokeObjectURL')
      const { areBlobWorkersAllowed } = await loadModule()
      expect([await areBlobWorkersAllowed(), await areBlobWorkersAllowed()]).toEqual([isAllowed, isAllowed])
      expect(revokeUrl).toHaveBeenCalledTimes(1)
      expect(startedWorkers.map(({ isTerminated }) => isTerminated)).toEqual(outcome === 'throw' ? [] : [true])
    },
  )

  test('allows WebAssembly unless its content security policy forbids compilation', async () => {
    const { isWasmAllowed } = await loadModule()
    expect(isWasmAllowed()).toBe(true)
    forbidWasm()
    expect(isWasmAllowed()).toBe(false)
  })
})

describe('a decoder', () => {
  test('may start if the page allows all features that the decoder needs, even if others are forbidden', async () => {
    stubWorkers('answer')
    const { requireCspSupport } = await loadModule()
    await expect(requireCspSupport({ workers: true, wasm: true }, 'Draco')).resolves.toBe(undefined)
    forbidWasm()
    await expect(requireCspSupport({ workers: true }, 'Draco')).resolves.toBe(undefined)
  })

  test('fails with an error that names the missing CSP source if the page forbids a needed feature', async () => {
    stubWorkers('fail')
    const { requireCspSupport } = await loadModule()
    await expect(requireCspSupport({ wasm: true }, 'Draco')).resolves.toBe(undefined)
    await expect(requireCspSupport({ workers: true }, 'Draco')).rejects.toMatchObject({
      reason: 'unsupported',
      message: "Draco needs blob: in the page's worker-src",
    })
    forbidWasm()
    await expect(requireCspSupport({ workers: true, wasm: true }, 'Basis')).rejects.toMatchObject({
      reason: 'unsupported',
      message: "Basis needs 'wasm-unsafe-eval' in the page's script-src",
    })
  })
})
