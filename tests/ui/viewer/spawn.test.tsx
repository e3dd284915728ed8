// @vitest-environment jsdom
import { Document, NodeIO } from '@gltf-transform/core'
import { cleanup, render, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { BufferGeometry } from 'three'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AvatarViewer } from '../../../src/ui/viewer/AvatarViewer.tsx'
import type { AvatarViewerProps } from '../../../src/ui/viewer/props.ts'
import { type StandInPage, standInCanvas } from '../../support/canvas.ts'
import { tinyGlb } from '../../support/glb.ts'

let page: StandInPage
let warned: string[]
beforeEach(() => {
  page = standInCanvas()
  warned = []
  vi.spyOn(console, 'warn').mockImplementation((said) => void warned.push(String(said)))
})
afterEach(() => {
  cleanup()
  page.restore()
})

const urlOf = (bytes: Uint8Array) => `data:model/gltf-binary;base64,${Buffer.from(bytes).toString('base64')}`

const STATIC = urlOf(tinyGlb())
const ANOTHER = urlOf(tinyGlb({ pad: 8 }))

/** A triangle so tall, skinned to one bone, with a clip of so many seconds that moves the bone. */
async function moving(seconds: number, bone = 'Hips', tall = 2): Promise<string> {
  const document = new Document()
  const buffer = document.createBuffer()
  const accessor = (type: 'VEC3' | 'VEC4' | 'SCALAR', array: Float32Array | Uint8Array) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  const hips = document.createNode(bone)
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', new Float32Array([0, 0, 0, 1, 0, 0, 0, tall, 0])))
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

/** Shows a viewer until it is finished; answers how often it said so, before and a while after. */
async function finishes(props: Omit<AvatarViewerProps, 'onSpawnFinished'>, strict = false): Promise<number> {
  const finished = vi.fn()
  const viewer = <AvatarViewer {...props} onSpawnFinished={finished} />
  const { container, rerender } = render(strict ? <StrictMode>{viewer}</StrictMode> : viewer)
  await waitFor(() => expect(stateOf(container)).toBe('finished'))
  // A host that renders again, with new callbacks, hears nothing again.
  rerender(strict ? <StrictMode>{viewer}</StrictMode> : <AvatarViewer {...props} onSpawnFinished={() => finished()} />)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return finished.mock.calls.length
}

describe('an entrance is announced exactly once', () => {
  it.each([false, true])('with neither effect nor animation, strict mode: %s', async (strict) => {
    expect(await finishes({ source: STATIC }, strict)).toBe(1)
    expect(warned.filter((said) => said.includes('not played'))).toEqual([])
  })

  it.each([0, 1, 5])('with an effect and an animation of 0.03 s that play %i times', async (loop) => {
    const src = await moving(0.03)
    const played = { source: src, spawnEffect: { src, loop }, spawnAnimation: { src, loop } }
    expect(await finishes(played)).toBe(1)
    const missed = ['effect', 'animation'].map((part) => `The spawn ${part} was not played: it is to play no time`)
    expect(warned.filter((said) => said.includes('not played')).sort()).toEqual(loop === 0 ? missed.sort() : [])
  })

  it.each([
    ['has no clip', STATIC, 'there is no clip in it'],
    ['cannot be read', 'data:model/gltf-binary;base64,AAAA', 'ViewerError'],
  ])('with an effect that %s, which is warned about once', async (_, src, reason) => {
    expect(await finishes({ source: STATIC, spawnEffect: { src } })).toBe(1)
    const said = warned.filter((one) => one.startsWith('The spawn effect was not played'))
    expect([said.length, said[0]?.includes(reason)]).toEqual([1, true])
  })

  it('with an effect and an animation that have to be fetched, which are played', async () => {
    const [, packed = ''] = (await moving(0.03)).split(',')
    vi.stubGlobal('fetch', async () => new Response(Buffer.from(packed, 'base64')))
    const played = { source: 'a.glb', spawnEffect: { src: 'b.glb' }, spawnAnimation: { src: 'c.glb' } }
    expect(await finishes(played)).toBe(1)
    vi.unstubAllGlobals()
    expect(warned.filter((said) => said.includes('not played'))).toEqual([])
  })

  it('with an animation that finds no bone of its own', async () => {
    const props = { source: await moving(0.03), spawnAnimation: { src: await moving(0.03, 'Tail') } }
    expect(await finishes(props)).toBe(1)
    expect(warned).toContain('The spawn animation was not played: no bone of the model is in it')
  })

  it("with the effect's clip from another file, and a clip of no length at all", async () => {
    const animationSrc = await moving(0)
    expect(await finishes({ source: STATIC, spawnEffect: { src: await moving(9), animationSrc } })).toBe(1)
  })

  it('for the source that stays, when it was swapped in the middle', async () => {
    const effect = { src: await moving(30) }
    const told: string[] = []
    const viewer = (source: string, spawnEffect?: { src: string }) => (
      <AvatarViewer
        source={source}
        {...(spawnEffect && { spawnEffect })}
        onLoaded={({ bytes }) => told.push(`loaded ${bytes}`)}
        onSpawnFinished={() => told.push('finished')}
      />
    )
    const { container, rerender } = render(viewer(STATIC, effect))
    await waitFor(() => expect(stateOf(container)).toBe('playing'))
    rerender(viewer(ANOTHER))
    await waitFor(() => expect(stateOf(container)).toBe('finished'))
    expect(told).toEqual([`loaded ${tinyGlb().length}`, `loaded ${tinyGlb({ pad: 8 }).length}`, 'finished'])
  })

  it('once the page is seen again, when it was hidden in the middle', async () => {
    const src = await moving(0.2)
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
  ])('while it is in %s is never seen, and frees what was made of it', async (phase, tall, made) => {
    const freed = new Set<number>()
    const { dispose } = BufferGeometry.prototype
    vi.spyOn(BufferGeometry.prototype, 'dispose').mockImplementation(function (this: BufferGeometry) {
      const height = this.attributes['position']?.getY(2)
      // Of these two alone, not of what lights them or stood here before.
      if (height === tall || height === tall + 1) freed.add(height)
      dispose.call(this)
    })
    const [first, second] = [await moving(1, 'Hips', tall), await moving(2, 'Hips', tall + 1)]
    const told: string[] = []
    let replace = () => {}
    const reached = new Promise<void>((resolve) => {
      replace = resolve
    })
    const inspect = (event: { type: string; snapshot?: { value?: unknown } }) => {
      if (JSON.stringify(event.snapshot?.value) === JSON.stringify({ loading: phase })) replace()
    }
    const viewer = (source: string) => (
      <AvatarViewer
        source={source}
        inspect={inspect}
        onLoaded={({ durations }) => told.push(`loaded ${durations}`)}
        onSpawnFinished={() => told.push('finished')}
      />
    )
    const { container, rerender, unmount } = render(viewer(first))
    // Off-screen no frame is drawn, so that it is not revealed before it is replaced.
    page.scrollTo(false)
    await reached
    rerender(viewer(second))
    page.scrollTo(true)
    await waitFor(() => expect(told).toHaveLength(2))
    expect([stateOf(container), told]).toEqual(['finished', ['loaded 2', 'finished']])
    await waitFor(() => expect([...freed]).toEqual(made))
    unmount()
    await waitFor(() => expect([...freed]).toEqual([...made, tall + 1]))
    vi.restoreAllMocks()
  })
})

describe('a list of sources', () => {
  it('is shown together as one avatar, and is the same list in another array', async () => {
    const told: string[] = []
    const viewer = (source: string[]) => (
      <AvatarViewer source={source} onLoaded={({ triangles, bones }) => told.push(`${triangles} ${bones}`)} />
    )
    const parts = [await moving(1), STATIC, await moving(1)]
    const { container, rerender } = render(viewer(parts))
    await waitFor(() => expect(stateOf(container)).toBe('finished'))
    rerender(viewer([...parts]))
    expect([stateOf(container), told]).toEqual(['finished', ['3 2']])
  })
})

describe('what is refused', () => {
  it.each<[string, string, string]>([
    [
      'nothing',
      urlOf(tinyGlb({ json: { nodes: [{}] } })),
      'This file has nothing to show. Choose one with a model in it.',
    ],
    [
      'unsupported',
      urlOf(tinyGlb({ json: { extensionsRequired: ['X_y'] } })),
      'This model can’t be shown. Choose a .glb or .fbx file.',
    ],
  ])('is told as %s, in one sentence, with the poster left in place', async (reason, source, sentence) => {
    const onError = vi.fn()
    const { container } = render(<AvatarViewer source={source} poster="poster.webp" onError={onError} />)
    await waitFor(() => expect(stateOf(container)).toBe('failed'))
    expect(onError.mock.calls.map(([error]) => error.reason)).toEqual([reason])
    expect(container.querySelector('[role=alert]')?.textContent).toBe(sentence)
    expect(container.querySelector('img')?.getAttribute('src')).toBe('poster.webp')
  })
})
