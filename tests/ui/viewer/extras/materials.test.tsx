// @vitest-environment jsdom

import { act } from '@react-three/fiber'
import { renderHook, act as wait, waitFor } from '@testing-library/react'
import { Mesh, MeshStandardMaterial } from 'three'
import { expect, it, vi } from 'vitest'
import { Materials } from '../../../../src/ui/viewer/extras/Materials.tsx'
import { useLightRig } from '../../../../src/ui/viewer/light/use-light-rig.ts'
import type { Model } from '../../../../src/ui/viewer/load/model.ts'
import { useModelReadiness } from '../../../../src/ui/viewer/load/use-model-readiness.ts'
import { createFiberRoot } from '../../../../src/ui/viewer/stage/fiber-root.ts'
import { stubCanvas } from '../../../support/canvas-stub.ts'
import { createFigure } from './figure.ts'

it("Materials applies a variant and then paints, and restores the model's materials on unmount", async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const page = stubCanvas()
  const red = new MeshStandardMaterial({ color: 'red', name: 'Skin' })
  const plain = await createFigure()
  const model: Model = {
    ...plain,
    variants: { names: ['Red'], owns: () => true, material: async (_, name) => (name === 'Red' ? red : undefined) },
  }
  const material = () => {
    const mesh = model.root.getObjectByProperty('isMesh', true)
    return (mesh instanceof Mesh ? mesh.material : null) as MeshStandardMaterial
  }
  const ownMaterial = material()
  const root = createFiberRoot(document.createElement('canvas'))
  await root.configure({ frameloop: 'never', size: { width: 40, height: 40, top: 0, left: 0 } })
  const show = (variant: string | null, paints: Parameters<typeof Materials>[0]['paints']) =>
    act(async () => root.render(<Materials model={model} variant={variant} paints={paints} onApplied={onApplied} />))
  const onApplied = vi.fn()
  await show('Red', {})
  expect(material()).toBe(red)
  expect(onApplied.mock.calls).toEqual([[model]])
  await show('Red', { Skin: { color: '#00ff00', metalness: 0.5 } })
  expect([material() === red, red.color.getHexString(), red.metalness]).toEqual([true, '00ff00', 0.5])
  await show(null, {})
  expect([material() === ownMaterial, red.color.getHexString(), red.metalness]).toEqual([true, 'ff0000', 0])
  await show('Red', {})
  await act(async () => root.unmount())
  expect(material()).toBe(ownMaterial)
  page.restore()
})

it('useLightRig returns null for even lighting, and the three-point lamps once the code is loaded', async () => {
  const { result, rerender } = renderHook(({ lighting }) => useLightRig(lighting, 'night'), {
    initialProps: { lighting: 'even' as 'even' | 'three-point' },
  })
  expect(result.current).toBeNull()
  rerender({ lighting: 'three-point' })
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(result.current).toMatchObject({ exposure: 1.5 }))
})

it('useModelReadiness delays only a new model, up to 3 s, until materials and framing are applied', async () => {
  vi.useFakeTimers()
  const [firstModel, secondModel] = [await createFigure(), await createFigure()]
  const { result, rerender } = renderHook(
    ({ model, materials, camera }) => useModelReadiness(model, { materials, camera }),
    {
      initialProps: { model: firstModel, materials: false, camera: false },
    },
  )
  const isReady = () => result.current.isReady
  expect(isReady()).toBe(true)
  rerender({ model: firstModel, materials: true, camera: true })
  expect(isReady()).toBe(true)
  rerender({ model: secondModel, materials: true, camera: true })
  expect(isReady()).toBe(false)
  wait(() => result.current.onMaterialsApplied(secondModel))
  expect(isReady()).toBe(false)
  wait(() => result.current.onCameraApplied())
  expect(isReady()).toBe(true)
  rerender({ model: firstModel, materials: true, camera: true })
  wait(() => void vi.advanceTimersByTime(2999))
  expect(isReady()).toBe(false)
  wait(() => void vi.advanceTimersByTime(1))
  expect(isReady()).toBe(true)
})
