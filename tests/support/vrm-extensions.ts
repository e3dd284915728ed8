/** Bones that a VRM version requires and bones that tests move, with parent and offset in metres. */
export const BONES: readonly (readonly [name: string, parent: string | null, x: number, y: number])[] = [
  ['hips', null, 0, 0.9],
  ['spine', 'hips', 0, 0.15],
  ['chest', 'spine', 0, 0.2],
  ['neck', 'chest', 0, 0.2],
  ['head', 'neck', 0, 0.08],
  ['leftEye', 'head', 0.03, 0.06],
  ['rightEye', 'head', -0.03, 0.06],
  ...(['left', 'right'] as const).flatMap((side) => {
    const direction = side === 'left' ? 1 : -1
    return [
      [`${side}Shoulder`, 'chest', 0.05 * direction, 0.15],
      [`${side}UpperArm`, `${side}Shoulder`, 0.1 * direction, 0],
      [`${side}LowerArm`, `${side}UpperArm`, 0.25 * direction, 0],
      [`${side}Hand`, `${side}LowerArm`, 0.22 * direction, 0],
      [`${side}UpperLeg`, 'hips', 0.09 * direction, -0.05],
      [`${side}LowerLeg`, `${side}UpperLeg`, 0, -0.4],
      [`${side}Foot`, `${side}LowerLeg`, 0, -0.4],
    ] as const
  }),
]

/** Plait of three bones, from the back of the head to one side. */
export const PLAIT_BONES = ['Plait 1', 'Plait 2', 'Plait 3']

interface VrmExtensionInput {
  at: (bone: string) => number
  overrides: object
  springs: object
  looksByFace: boolean
}

/** Returns the extensions of a VRM of version 1. */
export function buildVrm1Extensions({
  at,
  mesh,
  overrides,
  springs,
  looksByFace,
}: VrmExtensionInput & { mesh: number }) {
  const bindMorphTarget = (index: number) => ({ morphTargetBinds: [{ node: mesh, index, weight: 1 }] })
  const range = { inputMaxValue: 90, outputScale: looksByFace ? 1 : 60 }
  return {
    VRMC_vrm: {
      specVersion: '1.0',
      meta: { name: 'Figure', authors: ['Atelier'], licenseUrl: 'https://vrm.dev/licenses/1.0/' },
      humanoid: { humanBones: Object.fromEntries(BONES.map(([name]) => [name, { node: at(name) }])) },
      expressions: {
        preset: {
          aa: bindMorphTarget(0),
          happy: bindMorphTarget(1),
          blink: bindMorphTarget(2),
          lookUp: bindMorphTarget(3),
        },
        custom: { wink: bindMorphTarget(2) },
      },
      lookAt: {
        type: looksByFace ? 'expression' : 'bone',
        offsetFromHeadBone: [0, 0.06, 0],
        rangeMapHorizontalInner: range,
        rangeMapHorizontalOuter: range,
        rangeMapVerticalDown: range,
        rangeMapVerticalUp: range,
      },
      ...overrides,
    },
    VRMC_springBone: {
      specVersion: '1.0',
      colliders: [{ node: at('head'), shape: { sphere: { offset: [0, 0.1, 0], radius: 0.05 } } }],
      colliderGroups: [{ colliders: [0] }],
      springs: [
        {
          joints: PLAIT_BONES.map((name) => ({
            node: at(name),
            hitRadius: 0.01,
            stiffness: 0.4,
            gravityPower: 1,
            gravityDir: [0, -1, 0],
            dragForce: 0.5,
          })),
          colliderGroups: [0],
        },
      ],
      ...springs,
    },
  }
}

/** Returns the extensions of a VRM of version 0.x. */
export function buildVrm0Extensions({
  at,
  overrides,
  springs,
  looksByFace,
  isPlain,
}: VrmExtensionInput & { isPlain: boolean }) {
  const group = (name: string, presetName: string, index: number) => ({
    name,
    presetName,
    binds: [{ mesh: 0, index, weight: 100 }],
    materialValues: [],
  })
  // The default curve. three-vrm warns about a missing curve, and about any other curve.
  const range = { curve: [0, 0, 0, 1, 1, 1, 1, 0], xRange: 90, yRange: looksByFace ? 1 : 60 }
  return {
    VRM: {
      specVersion: '0.0',
      meta: { title: 'Figure', author: 'Atelier' },
      humanoid: { humanBones: BONES.map(([bone]) => ({ bone, node: at(bone) })) },
      firstPerson: {
        firstPersonBone: at('head'),
        lookAtTypeName: looksByFace ? 'BlendShape' : 'Bone',
        lookAtHorizontalInner: range,
        lookAtHorizontalOuter: range,
        lookAtVerticalDown: range,
        lookAtVerticalUp: range,
      },
      blendShapeMaster: {
        blendShapeGroups: [
          group('A', 'a', 0),
          group('Joy', 'joy', 1),
          group('Blink', 'blink', 2),
          group('LookUp', 'lookup', 3),
          group('Wink', 'unknown', 2),
        ],
      },
      secondaryAnimation: {
        boneGroups: [
          {
            stiffiness: 0.4,
            gravityPower: 1,
            gravityDir: { x: 0, y: -1, z: 0 },
            dragForce: 0.5,
            center: -1,
            hitRadius: 0.01,
            bones: [at(PLAIT_BONES[0]!)],
            colliderGroups: [0],
          },
        ],
        colliderGroups: [{ node: at('head'), colliders: [{ offset: { x: 0, y: 0.1, z: 0 }, radius: 0.05 }] }],
        ...springs,
      },
      materialProperties: [
        {
          name: 'Skin',
          shader: 'VRM/MToon',
          renderQueue: 2000,
          floatProperties: { _Cutoff: 0.5, _OutlineWidthMode: 1, _OutlineWidth: 0.2, _ShadeToony: 0.9 },
          vectorProperties: { _Color: [0.9, 0.7, 0.6, 1], _ShadeColor: [0.5, 0.3, 0.3, 1] },
          textureProperties: isPlain ? {} : { _MainTex: 0, _ShadeTexture: 0 },
          keywordMap: {},
          tagMap: { RenderType: 'Opaque' },
        },
      ],
      ...overrides,
    },
  }
}
