// @vitest-environment jsdom
import { act, createRoot } from '@react-three/fiber'
import { cleanup, renderHook, act as wait, waitFor } from '@testing-library/react'
import { Mesh, MeshStandardMaterial } from 'three'
import { afterEach, expect, it, vi } from 'vitest'
import { Materials } from '../../../../src/ui/viewer/extras/Materials.tsx'
import type { Model } from '../../../../src/ui/viewer/model.ts'
import { useMadeReady } from '../../../../src/ui/viewer/use-made-ready.ts'
import { useRig } from '../../../../src/ui/viewer/use-rig.ts'
import { standInCanvas } from '../../../support/canvas.ts'
import { somebody } from './body.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a model wears a variant with paint over it, and all its own again at the end', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const page = standInCanvas()
  const red = new MeshStandardMaterial({ color: 'red', name: 'Skin' })
  const plain = await somebody()
  const model: Model = {
    ...plain,
    variants: { names: ['Red'], owns: () => true, material: async (_, name) => (name === 'Red' ? red : undefined) },
  }
  const material = () => {
    const mesh = model.root.getObjectByProperty('isMesh', true)
    return (mesh instanceof Mesh ? mesh.material : null) as MeshStandardMaterial
  }
  const own = material()
  const root = createRoot(document.createElement('canvas'))
  await root.configure({ frameloop: 'never', size: { width: 40, height: 40, top: 0, left: 0 } })
  const show = (variant: string | null, paints: Parameters<typeof Materials>[0]['paints']) =>
    act(async () => root.render(<Materials model={model} variant={variant} paints={paints} onWorn={onWorn} />))
  const onWorn = vi.fn()
  await show('Red', {})
  expect(material()).toBe(red)
  expect(onWorn.mock.calls).toEqual([[model]])
  await show('Red', { Skin: { color: '#00ff00', metalness: 0.5 } })
  expect([material() === red, red.color.getHexString(), red.metalness]).toEqual([true, '00ff00', 0.5])
  await show(null, {})
  expect([material() === own, red.color.getHexString(), red.metalness]).toEqual([true, 'ff0000', 0])
  await show('Red', {})
  await act(async () => root.unmount())
  expect(material()).toBe(own)
  page.restore()
})

it('lamps are known at once where none are asked for, and else when what knows them has come', async () => {
  const { result, rerender } = renderHook(({ lighting }) => useRig(lighting, 'night'), {
    initialProps: { lighting: 'even' as 'even' | 'three-point' },
  })
  expect(result.current).toBeNull()
  rerender({ lighting: 'three-point' })
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(result.current).toMatchObject({ exposure: 1.5 }))
})

it('a model waits for what it is to wear and how it is to be seen, not for ever, and not once it is seen', async () => {
  vi.useFakeTimers()
  const [one, other] = [await somebody(), await somebody()]
  const { result, rerender } = renderHook(({ model, dress, aim }) => useMadeReady(model, { dress, aim }), {
    initialProps: { model: one, dress: false, aim: false },
  })
  const isReady = () => result.current.isReady
  expect(isReady()).toBe(true)
  rerender({ model: one, dress: true, aim: true })
  expect(isReady()).toBe(true)
  rerender({ model: other, dress: true, aim: true })
  expect(isReady()).toBe(false)
  wait(() => result.current.onWorn(other))
  expect(isReady()).toBe(false)
  wait(() => result.current.onAimed())
  expect(isReady()).toBe(true)
  rerender({ model: one, dress: true, aim: true })
  wait(() => void vi.advanceTimersByTime(2999))
  expect(isReady()).toBe(false)
  wait(() => void vi.advanceTimersByTime(1))
  expect(isReady()).toBe(true)
})
