import type { Socket } from "node:net";
import { buildConnector } from "undici";

/**
 * Connects as undici does, but resets a connection that ends before its answer. Otherwise the kernel would go on
 * sending, and a request could arrive long after it was given up.
 */
export function resettingConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) => {
    const { protocol, port } = target;
    if (protocol !== "https:")
      return connect(target, (...made) => {
        if (made[1]) resetOnAbort(made[1], made[1]);
        callback(...made);
      });
    // Only the connection below TLS can be reset.
    const below = { ...target, protocol: "http:", port: port || "443" };
    return connect(below, (...lower) => {
      const [error, socket] = lower;
      if (error) return callback(...lower);
      return connect({ ...target, httpSocket: socket }, (...made) => {
        if (made[1]) resetOnAbort(made[1], socket);
        else socket.destroy();
        callback(...made);
      });
    });
  };
}

/** undici always destroys a connection with an error. These say that every answer was read to its end. */
const doneMessages = new Set(["reset", "socket idle timeout"]);

function resetOnAbort(socket: Socket, below: Socket): void {
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    // A reset calls it again without the error.
    socket.destroy = () => destroy(error);
    if (error && !doneMessages.has(error.message) && !below.destroyed) {
      if (below === socket) below.resetAndDestroy();
      else resetLater(below);
    }
    return destroy(error);
  };
}

/** TLS ends its lower connection itself and may be at work in it. Node crashes if that is reset at once. */
function resetLater(below: Socket): void {
  const destroy = below.destroy.bind(below);
  below.destroy = () => {
    below.destroy = destroy;
    setImmediate(() => below.resetAndDestroy());
    return below;
  };
}
