import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertVrmWithinLimits, measureVrmDemand, VRM_LIMITS } from '../../../../src/ui/viewer/load/vrm-demand.ts'

const many = (count: number) => Array.from({ length: count }, () => ({}))

describe('the demand of a VRM', () => {
  it('counts joints, collision checks, binds and constraints of VRM 1', () => {
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
    expect(measureVrmDemand(json as never)).toEqual({ joints: 6, collisions: 12, binds: 5, constraints: 1 })
  })

  it('counts joints, collision checks and binds of VRM 0, with all descendants of the listed bones', () => {
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
    expect(measureVrmDemand(json as never)).toEqual({ joints: 5, collisions: 20, binds: 3, constraints: 0 })
  })

  it('stops at the joint limit for bones that are their own descendants', () => {
    const ring = {
      nodes: [{ children: [0, 0] }],
      extensions: { VRM: { secondaryAnimation: { boneGroups: [{ bones: [0] }] } } },
    }
    expect(measureVrmDemand(ring as never).joints).toBe(VRM_LIMITS.joints + 1)
    expect(() => assertVrmWithinLimits(ring as never)).toThrow(/2001 VRM joints; the limit is 2000/)
  })

  it('is measured without an error for arbitrary JSON in the extensions', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (extensions) => {
        const names = ['VRM', 'VRMC_vrm', 'VRMC_springBone']
        const json = { nodes: extensions, extensions: Object.fromEntries(names.map((name) => [name, extensions])) }
        assertVrmWithinLimits(json as never)
      }),
    )
  })
})
