import { describe, expect, test } from 'vitest'
import { checkOptions, defaultValueOf, readOptions, writeOptions } from '../../../../src/ui/viewer/embed/options.ts'

const read = (texts: Record<string, string>) => readOptions((name) => texts[name] ?? null)

describe('readOptions and writeOptions', () => {
  test('read options of every type from text', () => {
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
      errors: [],
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
  ])('read and write options beyond the specification: %o', (texts, options) => {
    expect(read(texts as Record<string, string>)).toEqual({ options, errors: [] })
    const { options: reread } = read(Object.fromEntries(writeOptions(options as never)))
    expect(reread).toEqual(JSON.stringify(options).includes('false') ? {} : options)
    expect(checkOptions(options)).toEqual({ options, errors: [] })
  })

  test.each([
    [{ life: 'dance' }, 'life needs true, false, or some of blink, breathing, weight, idle'],
    [{ gaze: 'away' }, 'gaze needs cursor, camera or three numbers'],
    [{ framing: 'knee' }, 'framing needs one of fit, full, half, bust, face'],
    [{ 'yaw-limits': '1' }, 'yaw-limits needs two numbers'],
    [{ paints: '{"Sole":"red"}' }, 'paints needs objects by name, each of color, texture, roughness, metalness'],
    [{ hotspots: '[{"id":"a"}]' }, 'hotspots needs a list of objects of id, label, position, bone, normal'],
    [{ 'auto-rotate': 'fast' }, 'auto-rotate needs a number'],
  ])('report an error for the invalid texts %o', (texts, message) => {
    expect(read(texts as Record<string, string>)).toEqual({ options: {}, errors: [message] })
  })

  test('write several models as a list, and read an invalid list as a URL', () => {
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

  test('omit invalid values and report one error for each invalid value', () => {
    expect(read({ scale: 'big', position: '1 2', emotion: '[1]', occlusion: 'Nice', shadows: 'no' })).toEqual({
      options: { shadows: false },
      errors: [
        'scale needs a number',
        'position needs three numbers',
        'occlusion needs one of Combined, AO, No AO, Split, Split AO',
        'emotion needs an object of numbers, such as {"mouthSmile": 1}',
      ],
    })
  })

  test('omit an effect without a file, and occlusion that is off', () => {
    expect(read({ 'spawn-effect-loop': '2', occlusion: 'false', 'occlusion-quality': 'High' }).options).toEqual({})
  })

  test('read written options unchanged, and write no defaults', () => {
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
    const { scale: _, ...nonDefaults } = options
    expect(read(Object.fromEntries(written))).toEqual({ options: nonDefaults, errors: [] })
  })

  test('write no value that cannot be represented as text', () => {
    expect(writeOptions({ source: [new Blob(), '/b.glb'], clip: null, occlusion: false })).toEqual([])
    expect(writeOptions({ occlusion: true })).toEqual([['occlusion', '']])
  })
})

describe('checkOptions and defaultValueOf', () => {
  test('accept known options with valid values, and `undefined` as the default', () => {
    const options = { source: [new Blob()], float: true, occlusion: { mode: 'AO', radius: 2 }, scale: undefined }
    expect(checkOptions(options)).toEqual({ options, errors: [] })
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
  ])('report an error for the invalid options %o', (input, message) => {
    const { options, errors } = checkOptions(input)
    expect([options, errors]).toEqual([{}, [typeof message === 'string' ? message : expect.stringMatching(message)]])
  })

  test('return the default of an option, or undefined', () => {
    expect([
      defaultValueOf('turntable'),
      defaultValueOf('shadows'),
      defaultValueOf('environment'),
      defaultValueOf('occlusion'),
    ]).toEqual([true, false, 'city', undefined])
  })
})
