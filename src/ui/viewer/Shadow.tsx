import { ContactShadows } from '@react-three/drei/core/ContactShadows.js'
import { extend } from '@react-three/fiber'
import { Mesh, MeshBasicMaterial, OrthographicCamera } from 'three'

extend({ Mesh, MeshBasicMaterial, OrthographicCamera })

/** The soft shadow under a model that stands at the height `y` metres. Drawn with each frame, so not at all at rest. */
export function Shadow({ y, reach }: { y: number; reach: number }) {
  return (
    <ContactShadows
      position={[0, y, 0]}
      opacity={0.75}
      // Models of a metre or two get the look's 10 m; the blur belongs to that size.
      scale={10 * reach}
      blur={2.6}
      far={2 * reach}
      resolution={512}
    />
  )
}
