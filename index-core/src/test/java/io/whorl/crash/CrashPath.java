package io.whorl.crash;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;

/** Answers for a path whose operations go through a {@link CrashFileSystem} as the real path does. */
record CrashPath(CrashFileSystem system, Path real) implements InvocationHandler {
    static Path of(CrashFileSystem system, Path real) {
        return (Path) Proxy.newProxyInstance(
                CrashPath.class.getClassLoader(), new Class<?>[] {Path.class}, new CrashPath(system, real));
    }

    /** The path as the real file system knows it, of either kind. */
    static Path real(Path path) {
        return Proxy.isProxyClass(path.getClass()) ? ((CrashPath) Proxy.getInvocationHandler(path)).real : path;
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("getFileSystem")) {
            return system;
        }
        if (method.getName().equals("equals")) {
            return arguments[0] instanceof Path other
                    && Proxy.isProxyClass(other.getClass())
                    && equals(Proxy.getInvocationHandler(other));
        }
        // The file is the real one: changes to it are not seen, and never safe.
        if (method.isDefault() && !method.getName().equals("toFile")) {
            return InvocationHandler.invokeDefault(self, method, arguments);
        }
        Object[] given = arguments == null ? new Object[0] : arguments.clone();
        for (int i = 0; i < given.length; i++) {
            given[i] = given[i] instanceof Path path ? real(path) : given[i];
        }
        try {
            Object result = method.invoke(real, given);
            return result instanceof Path path ? of(system, path) : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
