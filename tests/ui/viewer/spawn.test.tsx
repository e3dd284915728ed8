// @vitest-environment jsdom
import { Document, NodeIO } from '@gltf-transform/core'
import { cleanup, render, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { BufferGeometry } from 'three'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AvatarViewer } from '../../../src/ui/viewer/AvatarViewer.tsx'
import type { AvatarViewerProps } from '../../../src/ui/viewer/props.ts'
import { type CanvasStub, stubCanvas } from '../../support/canvas-stub.ts'
import { buildTinyGlb } from '../../support/glb.ts'

let page: CanvasStub
let warnings: string[]
beforeEach(() => {
  page = stubCanvas()
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((message) => void warnings.push(String(message)))
})
afterEach(() => {
  cleanup()
  page.restore()
  expect(warnings.filter((message) => !message.startsWith('The spawn '))).toEqual([])
})

const urlOf = (bytes: Uint8Array) => `data:model/gltf-binary;base64,${Buffer.from(bytes).toString('base64')}`

const STATIC_MODEL = urlOf(buildTinyGlb())
const OTHER_MODEL = urlOf(buildTinyGlb({ pad: 8 }))

/** Returns a triangle of this height, skinned to one bone, with a clip of this duration that moves the bone. */
async function createMovingTriangle(seconds: number, bone = 'Hips', height = 2): Promise<string> {
  const document = new Document()
  const buffer = document.createBuffer()
  const accessor = (type: 'VEC3' | 'VEC4' | 'SCALAR', array: Float32Array | Uint8Array) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  const hips = document.createNode(bone)
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', new Float32Array([0, 0, 0, 1, 0, 0, 0, height, 0])))
    .setAttribute('JOINTS_0', accessor('VEC4', new Uint8Array(12)))
    .setAttribute('WEIGHTS_0', accessor('VEC4', new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])))
  const node = document
    .createNode('figure')
    .setMesh(document.createMesh().addPrimitive(primitive))
    .setSkin(document.createSkin().addJoint(hips))
  document.createScene().addChild(node).addChild(hips)
  const sampler = document
    .createAnimationSampler()
    .setInput(accessor('SCALAR', new Float32Array([0, seconds])))
    .setOutput(accessor('VEC3', new Float32Array([0, 0, 0, 0, 1, 0])))
  const channel = document.createAnimationChannel().setTargetNode(hips).setTargetPath('translation').setSampler(sampler)
  document.createAnimation('hop').addSampler(sampler).addChannel(channel)
  return urlOf(await new NodeIO().writeBinary(document))
}

const stateOf = (container: HTMLElement) => container.querySelector('[data-state]')?.getAttribute('data-state')

/** Renders a viewer until its entrance has finished. Returns the number of finish events up to two frames later. */
async function countFinishEvents(props: Omit<AvatarViewerProps, 'onSpawnFinished'>, strict = false): Promise<number> {
  const finished = vi.fn()
  const viewer = <AvatarViewer {...props} onSpawnFinished={finished} />
  const { container, rerender } = render(strict ? <StrictMode>{viewer}</StrictMode> : viewer)
  await waitFor(() => expect(stateOf(container)).toBe('finished'))
  // Rendering with new callbacks must not repeat the event.
  rerender(strict ? <StrictMode>{viewer}</StrictMode> : <AvatarViewer {...props} onSpawnFinished={() => finished()} />)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return finished.mock.calls.length
}

describe('AvatarViewer calls onSpawnFinished exactly once', () => {
  it.each([false, true])('without a spawn effect and a spawn animation (strict mode: %s)', async (strict) => {
    expect(await countFinishEvents({ source: STATIC_MODEL }, strict)).toBe(1)
    expect(warnings.filter((message) => message.includes('not played'))).toEqual([])
  })

  it.each([0, 1, 5])('with an effect and an animation of 0.03 s that play %i times', async (loop) => {
    const src = await createMovingTriangle(0.03)
    const props = { source: src, spawnEffect: { src, loop }, spawnAnimation: { src, loop } }
    expect(await countFinishEvents(props)).toBe(1)
    const expectedWarnings = ['effect', 'animation'].map(
      (part) => `The spawn ${part} was not played: the loop count is not positive`,
    )
    expect(warnings.filter((message) => message.includes('not played')).sort()).toEqual(
      loop === 0 ? expectedWarnings.sort() : [],
    )
  })

  it.each([
    ['has no clip', STATIC_MODEL, 'the file has no clip'],
    ['cannot be read', 'data:model/gltf-binary;base64,AAAA', 'ViewerError'],
  ])('with an effect that %s, and warns once', async (_, src, reason) => {
    expect(await countFinishEvents({ source: STATIC_MODEL, spawnEffect: { src } })).toBe(1)
    const effectWarnings = warnings.filter((message) => message.startsWith('The spawn effect was not played'))
    expect([effectWarnings.length, effectWarnings[0]?.includes(reason)]).toEqual([1, true])
  })

  it('with a fetched effect and a fetched animation, which play without a warning', async () => {
    const [, base64 = ''] = (await createMovingTriangle(0.03)).split(',')
    vi.stubGlobal('fetch', async () => new Response(Buffer.from(base64, 'base64')))
    const props = { source: 'a.glb', spawnEffect: { src: 'b.glb' }, spawnAnimation: { src: 'c.glb' } }
    expect(await countFinishEvents(props)).toBe(1)
    vi.unstubAllGlobals()
    expect(warnings.filter((message) => message.includes('not played'))).toEqual([])
  })

  it('with an animation that matches no bone of the model, and warns', async () => {
    const props = {
      source: await createMovingTriangle(0.03),
      spawnAnimation: { src: await createMovingTriangle(0.03, 'Tail') },
    }
    expect(await countFinishEvents(props)).toBe(1)
    expect(warnings).toContain('The spawn animation was not played: the animation matches no bone of the model')
  })

  it('with an effect whose clip has zero length and comes from another file', async () => {
    const animationSrc = await createMovingTriangle(0)
    expect(
      await countFinishEvents({
        source: STATIC_MODEL,
        spawnEffect: { src: await createMovingTriangle(9), animationSrc },
      }),
    ).toBe(1)
  })

  it('for the last source, if the first source is replaced during its spawn', async () => {
    const effect = { src: await createMovingTriangle(30) }
    const reported: string[] = []
    const viewer = (source: string, spawnEffect?: { src: string }) => (
      <AvatarViewer
        source={source}
        {...(spawnEffect && { spawnEffect })}
        onLoaded={({ bytes }) => reported.push(`loaded ${bytes}`)}
        onSpawnFinished={() => reported.push('finished')}
      />
    )
    const { container, rerender } = render(viewer(STATIC_MODEL, effect))
    await waitFor(() => expect(stateOf(container)).toBe('playing'))
    rerender(viewer(OTHER_MODEL))
    await waitFor(() => expect(stateOf(container)).toBe('finished'))
    expect(reported).toEqual([
      `loaded ${buildTinyGlb().length}`,
      `loaded ${buildTinyGlb({ pad: 8 }).length}`,
      'finished',
    ])
  })

  it('after the page is visible again, if the page was hidden during the spawn', async () => {
    const src = await createMovingTriangle(0.2)
    const finished = vi.fn()
    const { container } = render(<AvatarViewer source={src} spawnEffect={{ src }} onSpawnFinished={finished} />)
    await waitFor(() => expect(stateOf(container)).toBe('playing'))
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    for (let frame = 0; frame < 30; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(finished).not.toHaveBeenCalled()
    hidden.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(finished).toHaveBeenCalledTimes(1))
  })
})

describe('a model that is replaced', () => {
  it.each([
    ['fetching', 3, []],
    ['preparing', 5, [5]],
    ['revealing', 7, [7]],
  ])(
    'in the phase "%s" fires no loaded or finished event, and its resources are freed',
    async (phase, modelHeight, freedFirst) => {
      const disposals: number[] = []
      const freed = () => [...new Set(disposals)]
      const { dispose } = BufferGeometry.prototype
      vi.spyOn(BufferGeometry.prototype, 'dispose').mockImplementation(function (this: BufferGeometry) {
        const vertexHeight = this.attributes['position']?.getY(2)
        // Counts only these two models, not the lights or the models of other tests.
        if (vertexHeight === modelHeight || vertexHeight === modelHeight + 1) disposals.push(vertexHeight)
        dispose.call(this)
      })
      const [first, second] = [
        await createMovingTriangle(1, 'Hips', modelHeight),
        await createMovingTriangle(2, 'Hips', modelHeight + 1),
      ]
      const reported: string[] = []
      let onPhaseReached = () => {}
      const phaseReached = new Promise<void>((resolve) => {
        onPhaseReached = resolve
      })
      const inspect = (event: { type: string; snapshot?: { value?: unknown } }) => {
        if (JSON.stringify(event.snapshot?.value) === JSON.stringify({ loading: phase })) onPhaseReached()
      }
      const viewer = (source: string) => (
        <AvatarViewer
          source={source}
          inspect={inspect}
          onLoaded={({ durations }) => reported.push(`loaded ${durations}`)}
          onSpawnFinished={() => reported.push('finished')}
        />
      )
      const { container, rerender, unmount } = render(viewer(first))
      // While the viewer is off screen, it draws no frame. So the model is replaced before it becomes visible.
      page.setOnScreen(false)
      await phaseReached
      rerender(viewer(second))
      page.setOnScreen(true)
      await waitFor(() => expect(reported).toHaveLength(2))
      expect([stateOf(container), reported]).toEqual(['finished', ['loaded 2', 'finished']])
      await waitFor(() => expect(freed()).toEqual(freedFirst))
      unmount()
      await waitFor(() => expect(freed()).toEqual([...freedFirst, modelHeight + 1]))
      // Unmounting frees the GPU only. The model is disposed for good when no part of the viewer retains it.
      await waitFor(() => expect(disposals.filter((height) => height === modelHeight + 1)).toHaveLength(2))
      vi.restoreAllMocks()
    },
  )
})

describe('a list of sources', () => {
  it('shows as one avatar, and does not reload for a new array with the same items', async () => {
    const reported: string[] = []
    const viewer = (source: string[]) => (
      <AvatarViewer source={source} onLoaded={({ triangles, bones }) => reported.push(`${triangles} ${bones}`)} />
    )
    const parts = [await createMovingTriangle(1), STATIC_MODEL, await createMovingTriangle(1)]
    const { container, rerender } = render(viewer(parts))
    await waitFor(() => expect(stateOf(container)).toBe('finished'))
    rerender(viewer([...parts]))
    expect([stateOf(container), reported]).toEqual(['finished', ['3 2']])
  })
})

describe('AvatarViewer with an unusable model', () => {
  it.each<[string, string, string]>([
    [
      'nothing',
      urlOf(buildTinyGlb({ json: { nodes: [{}] } })),
      'This file has nothing to show. Choose one with a model in it.',
    ],
    [
      'unsupported',
      urlOf(buildTinyGlb({ json: { extensionsRequired: ['X_y'] } })),
      'This model can’t be shown. Choose a .glb or .fbx file.',
    ],
  ])('calls onError with the reason "%s", shows one message, and keeps the poster', async (reason, source, message) => {
    const onError = vi.fn()
    const { container } = render(<AvatarViewer source={source} poster="poster.webp" onError={onError} />)
    await waitFor(() => expect(stateOf(container)).toBe('failed'))
    expect(onError.mock.calls.map(([error]) => error.reason)).toEqual([reason])
    expect(container.querySelector('[role=alert]')?.textContent).toBe(message)
    expect(container.querySelector('img')?.getAttribute('src')).toBe('poster.webp')
  })
})
