import { configuration } from "./page.js";
import { call, Refused } from "./service.js";

// What can be told without sending anything.
export function faultOf(file) {
  const { types, largestBytes } = configuration.files;
  const name = file.name.toLowerCase();
  file.type = types.find((each) => each.endings.some((ending) => name.endsWith(ending)))?.type;
  if (!file.type) return "fileWrongType";
  if (file.blob.size > largestBytes) return "fileTooLarge";
  return file.blob.size ? null : "fileEmpty";
}

// A file is announced once and put as often as the connection needs; 412 says that it has arrived already.
export async function upload(file, onProgress) {
  if (file.id) return;
  file.place ||= await call("POST", "/files", { contentType: file.type, size: file.blob.size });
  const status = await put(file.place, file.blob, onProgress);
  if (status !== 412 && (status < 200 || status > 299)) {
    if (status) file.place = null;
    throw new Refused(status);
  }
  file.id = file.place.fileId;
}

// Only this tells how much of a request has been sent. Resolves with 0 where there is no answer.
function put({ uploadUrl, headers }, blob, onProgress) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("PUT", uploadUrl);
    request.timeout = 300000;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((100 * loaded) / total));
    request.onloadend = () => resolve(request.status);
    request.send(blob);
  });
}
