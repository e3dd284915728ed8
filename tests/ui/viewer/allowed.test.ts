import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** Asked once for each page: each test is a page of its own. */
const open = async () => {
  vi.resetModules()
  return import('../../../src/ui/viewer/allowed.ts')
}

const started: { address: string; isEnded: boolean; onmessage?: () => void; onerror?: () => void }[] = []

/** A page whose workers end so. */
function workers(end: 'answer' | 'fail' | 'throw') {
  vi.stubGlobal(
    'Worker',
    class {
      isEnded = false
      onmessage?: () => void
      onerror?: () => void
      constructor(readonly address: string) {
        if (end === 'throw') throw new DOMException('no', 'SecurityError')
        started.push(this)
        queueMicrotask(() => (end === 'answer' ? this.onmessage?.() : this.onerror?.()))
      }
      terminate() {
        this.isEnded = true
      }
    },
  )
}

/** The page's content security policy lets no WebAssembly be compiled. */
const forbidWasm = () =>
  vi.stubGlobal('WebAssembly', {
    Module: class {
      constructor() {
        throw new Error('unsafe-eval')
      }
    },
  })

beforeEach(() => started.splice(0))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a page', () => {
  test.each([
    ['answer', true],
    ['fail', false],
    ['throw', false],
  ] as const)('whose workers %s is asked once, by one that leaves nothing behind', async (end, isAllowed) => {
    workers(end)
    const revoked = vi.spyOn(URL, 'revokeObjectURL')
    const { allowsWorkers } = await open()
    expect([await allowsWorkers(), await allowsWorkers()]).toEqual([isAllowed, isAllowed])
    expect(revoked).toHaveBeenCalledTimes(1)
    expect(started.map(({ isEnded }) => isEnded)).toEqual(end === 'throw' ? [] : [true])
  })

  test('that compiles WebAssembly allows it, one that may not does not', async () => {
    const { allowsWasm } = await open()
    expect(allowsWasm()).toBe(true)
    forbidWasm()
    expect(allowsWasm()).toBe(false)
  })
})

describe('a decoder', () => {
  test('may start where the page allows what it needs, and whatever else the page forbids', async () => {
    workers('answer')
    const { needAllowed } = await open()
    await expect(needAllowed({ workers: true, wasm: true }, 'Draco')).resolves.toBe(undefined)
    forbidWasm()
    await expect(needAllowed({ workers: true }, 'Draco')).resolves.toBe(undefined)
  })

  test('says what the page must allow', async () => {
    workers('fail')
    const { needAllowed } = await open()
    await expect(needAllowed({ wasm: true }, 'Draco')).resolves.toBe(undefined)
    await expect(needAllowed({ workers: true }, 'Draco')).rejects.toMatchObject({
      reason: 'unsupported',
      message: "Draco needs blob: in the page's worker-src",
    })
    forbidWasm()
    await expect(needAllowed({ workers: true, wasm: true }, 'Basis')).rejects.toMatchObject({
      reason: 'unsupported',
      message: "Basis needs 'wasm-unsafe-eval' in the page's script-src",
    })
  })
})
