import { describe, expect, test } from 'vitest'
import { checkOptions, readOptions, usualOf, writeOptions } from '../../../../src/ui/viewer/embed/options.ts'

const read = (texts: Record<string, string>) => readOptions((name) => texts[name] ?? null)

describe('options as text', () => {
  test('every kind is read', () => {
    expect(
      read({
        src: '/a.glb',
        alt: 'Ines',
        scale: '1.5',
        position: '0, 1 4',
        shadows: '',
        turntable: 'false',
        clip: '2',
        emotion: '{"mouthSmile":0.5}',
        occlusion: 'split ao',
        'occlusion-quality': 'high',
        'spawn-effect': '/e.glb',
        'spawn-effect-loop': '3',
      }),
    ).toEqual({
      options: {
        source: '/a.glb',
        label: 'Ines',
        scale: 1.5,
        position: [0, 1, 4],
        shadows: true,
        turntable: false,
        clip: 2,
        emotion: { mouthSmile: 0.5 },
        occlusion: { mode: 'Split AO', quality: 'High' },
        spawnEffect: { src: '/e.glb', loop: 3 },
      },
      faults: [],
    })
  })

  test.each([
    [{ life: '' }, { life: true }],
    [{ life: 'false' }, { life: false }],
    [{ life: 'blink weight' }, { life: ['blink', 'weight'] }],
    [{ gaze: 'cursor' }, { gaze: 'cursor' }],
    [{ gaze: '0 0.7 5' }, { gaze: [0, 0.7, 5] }],
    [{ visemes: '{"aa":0.5}' }, { visemes: { aa: 0.5 } }],
    [
      { framing: 'Face', target: '0 1 0' },
      { framing: 'face', target: [0, 1, 0] },
    ],
    [{ 'auto-rotate': '' }, { autoRotate: 0.35 }],
    [{ 'auto-rotate': '-1' }, { autoRotate: -1 }],
    [
      { 'yaw-limits': '-1 1', 'elevation-limits': '0, 1', 'zoom-limits': '1 6' },
      { yawLimits: [-1, 1], elevationLimits: [0, 1], zoomLimits: [1, 6] },
    ],
    [{ variant: 'Red' }, { variant: 'Red' }],
    [{ paints: '{"Sole":{"color":"#fff","roughness":1}}' }, { paints: { Sole: { color: '#fff', roughness: 1 } } }],
    [
      { hotspots: '[{"id":"a","label":"Zip","position":[0,1,0],"bone":"Head"}]' },
      { hotspots: [{ id: 'a', label: 'Zip', position: [0, 1, 0], bone: 'Head' }] },
    ],
  ])('what is beside the specification is read and written: %o', (texts, options) => {
    expect(read(texts as Record<string, string>)).toEqual({ options, faults: [] })
    const { options: again } = read(Object.fromEntries(writeOptions(options as never)))
    expect(again).toEqual(JSON.stringify(options).includes('false') ? {} : options)
    expect(checkOptions(options)).toEqual({ options, faults: [] })
  })

  test.each([
    [{ life: 'dance' }, 'life needs true, false, or some of blink, breathing, weight, idle'],
    [{ gaze: 'away' }, 'gaze needs cursor, camera or three numbers'],
    [{ framing: 'knee' }, 'framing needs one of fit, full, half, bust, face'],
    [{ 'yaw-limits': '1' }, 'yaw-limits needs two numbers'],
    [{ paints: '{"Sole":"red"}' }, 'paints needs objects by name, each of color, texture, roughness, metalness'],
    [{ hotspots: '[{"id":"a"}]' }, 'hotspots needs a list of objects of id, label, position, bone, normal'],
    [{ 'auto-rotate': 'fast' }, 'auto-rotate needs a number'],
  ])('%o is told as a fault', (texts, fault) => {
    expect(read(texts as Record<string, string>)).toEqual({ options: {}, faults: [fault] })
  })

  test('several models shown together are written down, and a list that is none is an address', () => {
    const source = ['/a.glb', '/b "2".glb']
    const written = writeOptions({ source })
    expect(written).toEqual([['src', JSON.stringify(source)]])
    expect(read(Object.fromEntries(written)).options).toEqual({ source })
    expect(['[1]/a.glb', '["/a.glb",2]'].map((src) => read({ src }).options.source)).toEqual([
      '[1]/a.glb',
      '["/a.glb",2]',
    ])
    expect(writeOptions({ source: ['/a.glb', new Blob([])] })).toEqual([])
  })

  test('what makes no sense is left out and told in one sentence each', () => {
    expect(read({ scale: 'big', position: '1 2', emotion: '[1]', occlusion: 'Nice', shadows: 'no' })).toEqual({
      options: { shadows: false },
      faults: [
        'scale needs a number',
        'position needs three numbers',
        'occlusion needs one of Combined, AO, No AO, Split, Split AO',
        'emotion needs an object of numbers, such as {"mouthSmile": 1}',
      ],
    })
  })

  test('an effect without its file, and occlusion that is off, are not there', () => {
    expect(read({ 'spawn-effect-loop': '2', occlusion: 'false', 'occlusion-quality': 'High' }).options).toEqual({})
  })

  test('what is written is read again, and what is usual is not written', () => {
    const options = {
      source: 'https://files.example/a.glb',
      environment: 'forest',
      shadows: true,
      turntable: false,
      scale: 1,
      occlusion: { mode: 'AO', quality: 'Low' },
      emotion: { jawOpen: 1 },
      clip: 'Idle',
      spawnAnimation: { src: '/wave.glb', loop: 2 },
    } as const
    const written = writeOptions(options)
    expect(written.map(([name]) => name)).toEqual([
      'src',
      'environment',
      'shadows',
      'turntable',
      'occlusion',
      'occlusion-quality',
      'emotion',
      'spawn-animation',
      'spawn-animation-loop',
      'clip',
    ])
    const { scale: _, ...kept } = options
    expect(read(Object.fromEntries(written))).toEqual({ options: kept, faults: [] })
  })

  test('what no text can hold is not written', () => {
    expect(writeOptions({ source: [new Blob(), '/b.glb'], clip: null, occlusion: false })).toEqual([])
    expect(writeOptions({ occlusion: true })).toEqual([['occlusion', '']])
  })
})

describe('options as data', () => {
  test('known ones that fit are kept, `undefined` as "as usual"', () => {
    const options = { source: [new Blob()], float: true, occlusion: { mode: 'AO', radius: 2 }, scale: undefined }
    expect(checkOptions(options)).toEqual({ options, faults: [] })
  })

  test.each([
    [null, 'options needs an object'],
    [{ shadow: true }, 'there is no option shadow'],
    [{ toString: 1 }, 'there is no option toString'],
    [{ shadows: 'yes' }, 'shadows needs true or false'],
    [{ scale: Number.NaN }, 'scale needs a number'],
    [{ source: 4 }, 'source needs an address, a Blob, or a list of them'],
    [{ occlusion: { mode: 'toString' } }, /^occlusion needs an object of mode/],
    [{ spawnEffect: { loop: 1 } }, /^spawnEffect needs an object of src/],
  ])('%o is told as a fault', (told, fault) => {
    const { options, faults } = checkOptions(told)
    expect([options, faults]).toEqual([{}, [typeof fault === 'string' ? fault : expect.stringMatching(fault)]])
  })

  test('what is usual is known', () => {
    expect([usualOf('turntable'), usualOf('shadows'), usualOf('environment'), usualOf('occlusion')]).toEqual([
      true,
      false,
      'city',
      undefined,
    ])
  })
})
