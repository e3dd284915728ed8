// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lazyModule } from '../../../../src/ui/kit/loading/lazy-module.ts'
import { useLazyModule } from '../../../../src/ui/kit/loading/use-lazy-module.ts'

const LoadedComponent = () => null

test('loads a module on the next request after a failed request', async () => {
  const responses = [() => Promise.reject(new Error('offline')), () => Promise.resolve(LoadedComponent)]
  const module = lazyModule<typeof LoadedComponent>(() => responses.shift()!())
  const { result } = renderHook(() => useLazyModule(module))
  const results: boolean[] = []
  await act(async () => {
    results.push(await result.current[1]('load'))
  })
  const first = result.current[0]
  await act(async () => {
    results.push(await result.current[1]('load'))
  })
  expect({ results, first, second: result.current[0] }).toEqual({
    results: [false, true],
    first: undefined,
    second: LoadedComponent,
  })
})
