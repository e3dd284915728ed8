import { useEffect, useState } from 'react'
import { useObjectUrl } from './use-object-url.ts'

/** Width and height in pixels of a picture as the browser reads it; `undefined` until known and for none. */
export function usePictureSize(picture: Blob | null): { width: number; height: number } | undefined {
  const url = useObjectUrl(picture)
  const [size, setSize] = useState<{ width: number; height: number }>()
  useEffect(() => {
    if (!url) return
    const image = new Image()
    image.onload = () => setSize({ width: image.naturalWidth, height: image.naturalHeight })
    image.src = url
    return () => {
      image.onload = null
      setSize(undefined)
    }
  }, [url])
  return size
}
