'use client'

import { AvatarViewer } from '@atelier/viewer'
import { useState } from 'react'

/** Shows the model. A client component, because a server component cannot pass event callbacks. */
export function Model({ source }) {
  const [triangles, setTriangles] = useState(0)
  return (
    <>
      <div style={{ blockSize: 480 }}>
        <AvatarViewer source={source} label="A model" fit shadows onLoaded={(model) => setTriangles(model.triangles)} />
      </div>
      <p role="status">{triangles > 0 && `${triangles} triangles`}</p>
    </>
  )
}
