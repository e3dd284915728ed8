import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuseCostlyVrm, VRM_LIMITS, vrmDemandOf } from '../../../src/ui/viewer/vrm-demand.ts'

const many = (count: number) => Array.from({ length: count }, () => ({}))

describe('what a VRM asks for', () => {
  it('is counted for version 1', () => {
    const json = {
      nodes: [{ extensions: { VRMC_node_constraint: {} } }, {}],
      extensions: {
        VRMC_vrm: {
          expressions: {
            preset: { aa: { morphTargetBinds: many(2) } },
            custom: { a: { textureTransformBinds: many(3) } },
          },
        },
        VRMC_springBone: {
          colliderGroups: [{ colliders: [0, 1] }, { colliders: [1] }],
          springs: [{ joints: many(4), colliderGroups: [0, 1] }, { joints: many(2) }],
        },
      },
    }
    expect(vrmDemandOf(json as never)).toEqual({ joints: 6, touches: 12, binds: 5, constraints: 1 })
  })

  it('is counted for version 0, with all that hangs on what is told', () => {
    const json = {
      nodes: [{ children: [1, 2] }, { children: [3] }, {}, {}],
      extensions: {
        VRM: {
          blendShapeMaster: { blendShapeGroups: [{ binds: many(2), materialValues: many(1) }] },
          secondaryAnimation: {
            colliderGroups: [{ colliders: many(5) }],
            boneGroups: [{ bones: [0], colliderGroups: [0] }, { bones: [2] }],
          },
        },
      },
    }
    expect(vrmDemandOf(json as never)).toEqual({ joints: 5, touches: 20, binds: 3, constraints: 0 })
  })

  it('has an end for bones that hang on themselves', () => {
    const ring = {
      nodes: [{ children: [0, 0] }],
      extensions: { VRM: { secondaryAnimation: { boneGroups: [{ bones: [0] }] } } },
    }
    expect(vrmDemandOf(ring as never).joints).toBe(VRM_LIMITS.joints + 1)
    expect(() => refuseCostlyVrm(ring as never)).toThrow(/2001 VRM joints; 2000 may be/)
  })

  it('is told of anything, without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (extensions) => {
        const names = ['VRM', 'VRMC_vrm', 'VRMC_springBone']
        const json = { nodes: extensions, extensions: Object.fromEntries(names.map((name) => [name, extensions])) }
        refuseCostlyVrm(json as never)
      }),
    )
  })
})
