import { useThree } from '@react-three/fiber'
import { useEffect, useMemo } from 'react'
import { SkeletonHelper } from 'three'
import type { Model } from '../load/model.ts'

export function Bones({ model }: { model: Model }) {
  const invalidate = useThree((state) => state.invalidate)
  const helper = useMemo(() => new SkeletonHelper(model.root), [model])

  useEffect(() => {
    invalidate()
    return () => {
      helper.dispose()
      invalidate()
    }
  }, [helper, invalidate])

  return <primitive object={helper} dispose={null} />
}
