import { useEffect, useState } from 'react'

/** Returns an object URL of a blob. The URL is revoked when the blob changes or the view unmounts. Undefined without a blob. */
export function useObjectUrl(blob: Blob | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const objectUrl = URL.createObjectURL(blob)
    setUrl(objectUrl)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(objectUrl)
    }
  }, [blob])
  return url
}
